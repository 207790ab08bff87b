import { z } from 'zod';
import { defaultUsers } from '../../../packages/sandbox/src/control/default-seed.ts';

/** The environment of another user of the sandbox, whose name there begins with "acme_". */
export function asUser(name: string): Readonly<Record<string, string>> {
  const users = z
    .array(z.looseObject({ screen_name: z.string(), access_token: z.string() }))
    .parse(defaultUsers);
  const token = users.find(({ screen_name: screenName }) => screenName === `acme_${name}`)?.access_token;
  return { ADSYNC_ACCESS_TOKEN: token ?? '', ADSYNC_ACCESS_TOKEN_SECRET: `sandbox${name}TokenSecret` };
}
