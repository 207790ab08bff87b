import { Option } from 'commander';
import { z } from 'zod';
import { defineCommand } from '../define-command.ts';

export const authLogoutCommand = defineCommand({
  name: 'auth logout',
  summary: 'revoke the token of a profile on the platform, and forget the profile',
  description:
    'Revokes the token of the profile on the platform, and then forgets the profile with its secrets, on the disk and in the keychain. The platform gives one user of one application the same token on every machine: all of them lose it. Where it cannot be revoked, the profile stays. Credentials in the environment are left alone.',
  arguments: [],
  options: [
    new Option('--no-revoke', 'only forget the profile; its token stays valid'),
    new Option('-y, --yes', 'do not ask'),
  ],
  examples: [
    ['sign out', 'adsync auth logout'],
    ['forget the profile of a sandbox that is gone', 'adsync auth logout --profile sandbox --no-revoke'],
  ],
  schema: z.object({ revoke: z.boolean().default(true), yes: z.boolean().default(false) }),
  run: async (context, _args, options) => {
    const { logoutOnTerminal } = await import('../auth-on-terminal.ts');
    return await logoutOnTerminal(context, options);
  },
});
