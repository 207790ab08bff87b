import type { Document, YAMLError } from 'yaml';
import type { Fault, Report } from './problem-list.ts';
import { positionOf, type SourceFile } from './source-file.ts';

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
    message: 'the indentation does not fit what stands above, or a bracket is not closed',
    remedy: 'Align the line with its neighbours, and check that every [ and { has its end.',
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
  for (const error of document.errors) {
    const template = templateAt(file.text, error.pos[0]);
    const place = { file, offset: template ?? error.pos[0] };
    const { line } = positionOf(place);
    const isEcho = lastLine > 0 && template === undefined && echoes.has(error.code);
    if (lastLine === line || isEcho) continue;
    lastLine = line;
    report(place, template === undefined ? syntaxFault(error) : templateFault);
  }
  return document.errors.length > 0;
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
