import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

export const authTokenCommand = defineCommand({
  name: 'auth token',
  summary: 'print the bearer token of the application by itself, for other programs',
  description:
    "Prints the application's bearer token, with which programs read the data API; it stands for no user and cannot advertise. It is the only command that prints a secret, and that is all it prints. The platform gives one token until it is revoked, and refuses to be asked often: the profile keeps it. With --revoke it is taken back on the platform and forgotten, which only the owner of the application may.",
  arguments: [],
  options: [new Option('--revoke', 'take the token back')],
  examples: [
    [
      'hand it to another program, such as curl -H "Authorization: Bearer $TOKEN"',
      'TOKEN=$(adsync auth token)',
    ],
    ['take it back', 'adsync auth token --revoke'],
  ],
  schema: z.object({ revoke: z.boolean().default(false) }),
  run: async (context, _args, { revoke }) => {
    const { tokenOnTerminal } = await import('../auth-on-terminal.ts');
    return await tokenOnTerminal(context, revoke);
  },
});
