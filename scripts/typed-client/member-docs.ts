/** The column of remarks as a sentence for people, with the default; empty where there is nothing to say. */
export function memberDoc(remark: string, standard = ''): string {
  const said = remark
    .replaceAll(' - ', '; ')
    .replace(/^[A-Z_a-z]+(?:,[A-Z_a-z]+)+(?:$|; )/, '')
    .replace(/^\(|\)$/g, '')
    .trim();
  const usual = standard === '' || /default/i.test(said) ? '' : `${standard} unless given`;
  return [said, usual]
    .filter((each) => each !== '')
    .map((each) => `${each.slice(0, 1).toUpperCase()}${each.slice(1)}.`.replace(/\.\.$/, '.'))
    .join(' ');
}
