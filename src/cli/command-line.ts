/** Characters that no shell reads as anything but themselves, anywhere in a word. */
const plainWord = /^[\w@%+=:,./-]+$/;

/** A command as it is typed: the words joined, each quoted for the shell where that is needed. */
export function commandLine(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return plainWord.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
