/** The paths of a document, as an argument of a command; the default is that of `defaultPaths`. */
export const pathsArgument: readonly [syntax: string, explanation: string] = [
  '[paths...]',
  'files and folders of the document (default: campaigns.yaml, else campaigns/, else this folder if it holds a document)',
];
