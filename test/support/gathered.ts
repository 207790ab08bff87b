/** Everything that comes, in its order. */
export async function gathered<T>(coming: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const each of coming) all.push(each);
  return all;
}
