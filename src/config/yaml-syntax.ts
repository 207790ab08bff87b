import type { Document, YAMLError } from 'yaml';
import { openingBefore } from './opening-before.ts';
import type { Fault, Report } from './problem-list.ts';
import { type Place, positionOf, type SourceFile } from './source-file.ts';

/** What follows from an error before it, mostly. */
const echoes: ReadonlySet<string> = new Set([
  'UNEXPECTED_TOKEN',
  'MULTILINE_IMPLICIT_KEY',
  'BLOCK_AS_IMPLICIT_KEY',
]);

type Advice = Omit<Fault, 'rule'>;

const templateFault: Fault = {
  rule: 'template-needs-quotes',
  message: 'a template inside { } or [ ] needs quotes',
  remedy: 'Write it in quotes: "${var.name}".',
};

const advice: Readonly<Record<string, Advice>> = {
  TAB_AS_INDENT: {
    message: 'the line is indented with a tab',
    remedy: 'YAML allows blanks only: replace each tab by two blanks.',
  },
  BAD_INDENT: {
    message: 'the indentation does not fit what stands above',
    remedy: 'Align the line with its neighbours.',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a second ":" stands in one line',
    remedy: 'Put a text that contains ": " in quotes, or begin a new line for the inner key.',
  },
  MULTILINE_IMPLICIT_KEY: {
    message: 'the line has no ":" that ends its key',
    remedy: 'Write "key: value", or "- " before a member of a list.',
  },
  BAD_SCALAR_START: {
    message: 'a text cannot begin with this character',
    remedy: 'Put the text in quotes.',
  },
  BAD_DQ_ESCAPE: {
    message: 'a text in double quotes holds an escape that YAML does not know',
    remedy: "Write \\\\ for a backslash, or use single quotes: '…'.",
  },
  KEY_OVER_1024_CHARS: {
    message: 'a key has more than 1024 characters',
    remedy: 'Shorten it; or a ":" is missing above.',
  },
};

/** Reports the syntax errors and directives of one YAML document; true where it cannot be used. */
export function reportSyntax(document: Document.Parsed, file: SourceFile, report: Report): boolean {
  const directive = directiveFault(document);
  if (directive !== undefined) {
    report({ file, offset: Math.max(0, file.text.lastIndexOf('%', document.range[0])) }, directive);
    return true;
  }
  let lastLine = 0;
  for (const error of worstOf(document.errors)) {
    const template = templateAt(file.text, error.pos[0]);
    const place = { file, offset: template ?? error.pos[0] };
    const { line } = positionOf(place);
    const isEcho = lastLine > 0 && template === undefined && echoes.has(error.code);
    if (lastLine === line || isEcho) continue;
    lastLine = line;
    if (template !== undefined) report(place, templateFault);
    else if (!reportUnclosed(error, place, report)) report(place, syntaxFault(error));
  }
  return document.errors.length > 0;
}

/** Where lines are indented with tabs, every other error may follow from that. */
function worstOf(errors: readonly YAMLError[]): readonly YAMLError[] {
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT');
  return tabs.length > 0 ? tabs : errors;
}

/** What is not closed, by the beginning of the library's message. */
const unclosed: readonly (readonly [message: string, opening: string, closing: string])[] = [
  ['Flow sequence', '[', ']'],
  ['Flow map', '{', '}'],
  ['Missing closing "', '"', '"'],
  ["Missing closing '", "'", "'"],
];

/** Reports a bracket or a quote without its end where it opens: where the end is missed is often lines below. */
function reportUnclosed({ message }: YAMLError, missed: Place, report: Report): boolean {
  const [, opening, closing] = unclosed.find(([start]) => message.startsWith(start)) ?? [];
  if (opening === undefined) return false;
  const offset = openingBefore(missed.file.text, missed.offset, opening);
  if (offset === undefined) return false;
  const place = { file: missed.file, offset };
  const isSameLine = positionOf(place).line === positionOf(missed).line;
  report(place, {
    rule: 'yaml-syntax',
    message: `the ${opening} has no ${closing} that closes it`,
    remedy: `Write the ${closing} where it ends.`,
    ...(!isSameLine && { related: { place: missed, label: 'read as a part of it up to here' } }),
  });
  return true;
}

function syntaxFault(error: YAMLError): Fault {
  const known = advice[error.code];
  if (known !== undefined) return { rule: 'yaml-syntax', ...known };
  return {
    rule: 'yaml-syntax',
    message: `YAML cannot be read here: ${error.message}`,
    remedy: 'Check quotes, brackets and indentation here and in the lines above.',
  };
}

function directiveFault(document: Document.Parsed): Fault | undefined {
  const { yaml } = document.directives;
  if (yaml.explicit === true && yaml.version !== '1.2') {
    return { rule: 'yaml-version', message: 'only YAML 1.2 is read', remedy: 'Remove the %YAML line.' };
  }
  const unknown = document.warnings.find((warning) => warning.code === 'BAD_DIRECTIVE');
  if (unknown === undefined) return undefined;
  return {
    rule: 'yaml-version',
    message: 'only the directive %YAML 1.2 is read',
    remedy: 'Remove the line that begins with "%".',
  };
}

/** Where the template begins that an error points into; in brackets YAML ends a text before its `{`. */
function templateAt(text: string, offset: number): number | undefined {
  if (text.startsWith('${', offset)) return offset;
  return text.startsWith('${', offset - 1) ? offset - 1 : undefined;
}
