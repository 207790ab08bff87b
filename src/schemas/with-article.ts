/** A kind's title as a sentence has it: `a campaign`, `an audience permission`, `tax settings`. */
export function withArticle(title: string): string {
  if (/(?:media|members|settings)$/.test(title)) return title;
  return `${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title}`;
}
