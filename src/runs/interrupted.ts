/** The run was interrupted before anything was sent. */
export class Interrupted extends Error {
  override readonly message = 'it was interrupted before anything was sent';
}

/** What the work gives, or Interrupted thrown as soon as the signal is aborted; for work that only reads. */
export async function unlessInterrupted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  if (signal.aborted) throw new Interrupted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(new Interrupted());
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
