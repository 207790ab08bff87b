import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';

/** The options of the command that serves the sandbox. */
export function sandboxOptions(): readonly Option[] {
  return [
    new Option('--port <port>', 'port to listen on; 0 takes a free one')
      .argParser(wholeNumber(0, 65_535))
      .default(4010),
    new Option(
      '--host <address>',
      'address to listen on; where other machines reach it, control calls need the token that is printed',
    ).default('127.0.0.1'),
    new Option('--https-port <port>', 'serve HTTPS too, with a certificate that signs itself').argParser(
      wholeNumber(0, 65_535),
    ),
    new Option(
      '--cert <file>',
      'the certificate for HTTPS, PEM, in place of one that signs itself',
    ).argParser(fileNamed),
    new Option('--key <file>', 'the private key of that certificate, PEM').argParser(fileNamed),
    new Option('--split', 'the operations for sandbox accounts on a port of their own, the next one'),
    new Option('--data <file>', 'keep everything in this file, made if there is none').argParser(fileNamed),
    new Option(
      '--seed <file>',
      'JSON file of records to start from, in place of the default ones; - reads standard input',
    ),
    new Option('--latency <ms>', 'milliseconds that every request takes longer')
      .argParser(wholeNumber(0, 60_000))
      .default(0),
    new Option('--clock <time>', "the sandbox's time at the start, such as 2026-12-01T00:00:00Z"),
    new Option(
      '--profile <name>',
      'public: the whole platform as known in public; reference: only what its documentation holds',
    )
      .choices(['public', 'reference'])
      .default('public'),
    new Option('--json', 'one line of JSON when ready'),
  ];
}

/** What the options say. Files are relative to the working directory; the latency is in milliseconds. */
export const sandboxSettingsSchema = z.object({
  port: z.number(),
  host: z.string(),
  httpsPort: z.number().optional(),
  cert: z.string().optional(),
  key: z.string().optional(),
  split: z.boolean().default(false),
  data: z.string().optional(),
  seed: z.string().optional(),
  latency: z.number(),
  clock: z.string().optional(),
  profile: z.enum(['public', 'reference']),
  json: z.boolean().default(false),
});
export type SandboxSettings = z.infer<typeof sandboxSettingsSchema>;

/** A file that is more than one text read once: not `-`. */
function fileNamed(file: string): string {
  if (file !== '-') return file;
  throw new InvalidArgumentError('name a file; one that is called - is ./-');
}

/** A whole number within bounds. */
function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`write a whole number from ${least} to ${most}.`);
  };
}
