import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

export const authLoginCommand = defineCommand({
  name: 'auth login',
  summary: 'sign in: a user lets the application in, and a profile keeps the token',
  description:
    "Asks the platform for a token of a user: opens the platform's page in the browser (its address is printed too), where the user lets the application in, and waits at 127.0.0.1 for the browser to come back; with --oob the user types the PIN that the page shows. Token and keys of the application are kept in the profile of --profile, in the system's keychain where one runs, else in a file that only this user can read. The application's key and secret come from ADSYNC_CONSUMER_KEY and ADSYNC_CONSUMER_SECRET, else from the profile, else they are asked for.",
  arguments: [],
  options: [
    new Option('--oob', 'sign in with a PIN, for machines without a browser'),
    new Option(
      '--port <port>',
      'port of 127.0.0.1 that the browser comes back to, where the settings of the application name one (default: one that is free)',
    ).argParser(portIn),
    new Option('--no-browser', 'only print the address'),
    new Option('--read-only', 'ask for a token that can write nothing'),
    new Option('--no-keychain', 'keep the secrets in the file of the profile'),
  ],
  examples: [
    ['sign in, and see what the user may do', 'adsync auth login && adsync auth status'],
    ['a profile of its own for another environment', 'adsync auth login --profile staging'],
    ['over SSH', 'adsync auth login --oob'],
  ],
  schema: z.object({
    oob: z.boolean().default(false),
    port: z.number().optional(),
    browser: z.boolean().default(true),
    readOnly: z.boolean().default(false),
    keychain: z.boolean().default(true),
  }),
  run: async (context, _args, options) => {
    const { loginOnTerminal } = await import('../sign-in-on-terminal.ts');
    return await loginOnTerminal(context, options);
  },
});

function portIn(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError('write a whole number from 1 to 65535.');
}
