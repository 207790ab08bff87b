/** Words that name choices, which the type shows: `ACTIVE,PAUSED` and `CAMPAIGN (default),LINE_ITEM`. */
const choices = /^[A-Za-z_]+(?: \(default\))?(?:,[A-Za-z_]+(?: \(default\))?)+(?:$|; )/;

/**
 * What is said of a parameter or a field in sentences for people: the table's remark, the default, and the unit of an amount;
 * empty where there is nothing to say.
 */
export function memberDoc(name: string, remark: string, standard = ''): string {
  const said = remark
    .replaceAll(' - ', '; ')
    .replace(choices, '')
    .replace(/^\((.*)\)$/, '$1')
    .replaceAll(/\bchars\b/g, 'characters')
    .trim();
  const usual = standard === '' || /default/i.test(said) ? '' : `\`${standard}\` unless given`;
  const unit = name.endsWith('_micro') ? "in millionths of a unit of the account's currency" : '';
  return [unit, said, usual]
    .filter((each) => each !== '')
    .map((each) => `${sentence(each)}.`.replace(/\.\.$/, '.'))
    .join(' ');
}

/** Begun with a capital, unless it begins with a name of the platform's. */
function sentence(text: string): string {
  return /^[a-z-]+(?:[\s;,:]|$)/.test(text) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
}
