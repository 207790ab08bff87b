import { counted } from '../diagnostics/counted.ts';
import type { PlatformFault } from './platform-fault.ts';

/** What of a failed request tells why the platform refused who sent it. */
export interface RefusedCredentials {
  readonly errors?: readonly PlatformFault[];
  /** When it was answered, in milliseconds since 1970 by the platform's clock. */
  readonly date?: number;
  /** When the answer came, in milliseconds since 1970 by the clock of this machine. */
  readonly receivedMs?: number;
}

const whoAmI = '`adsync auth status` tells where the credentials come from.';
const remedies: readonly (readonly [code: string, remedy: (refused: RefusedCredentials) => string])[] = [
  [
    '89',
    () =>
      `The token was revoked or has expired. Sign in again with \`adsync auth login\`, or set a new ADSYNC_ACCESS_TOKEN and its secret. ${whoAmI}`,
  ],
  ['135', clockRemedy],
  [
    '99',
    () =>
      'The application asked for its bearer token too often, or its key and secret do not belong together. Wait some minutes, and ask once: `adsync auth token` keeps the token in the profile.',
  ],
  [
    '215',
    () =>
      `The signature could not be read: one of the four values is damaged, such as by a line break. ${whoAmI}`,
  ],
];

/**
 * What to do where the platform refuses the credentials, by its number: a token that is over (F-auth-15), a timestamp out
 * of bounds (F-auth-22), bearer tokens asked for too often (F-auth-14), a header that cannot be read (F-auth-19); else
 * values that do not belong together (F-auth-25).
 */
export function credentialsRemedy(refused: RefusedCredentials): string {
  const { errors = [] } = refused;
  for (const [code, remedy] of remedies)
    if (errors.some((each) => each.code === code)) return remedy(refused);
  return `The four values do not belong together, or one of them is mistyped: key and secret of the application, and token and secret of a user of that application. ${whoAmI}`;
}

const leastTold = 60_000;

function clockRemedy({ date, receivedMs }: RefusedCredentials): string {
  const set = 'Let it follow a time server, and run the command again.';
  const ahead = date === undefined || receivedMs === undefined ? 0 : receivedMs - date;
  if (Math.abs(ahead) < leastTold) return `The clock of this machine is wrong. ${set}`;
  const minutes = counted(Math.round(Math.abs(ahead) / 60_000), 'minute');
  return `The clock of this machine is ${minutes} ${ahead > 0 ? 'ahead of' : 'behind'} the platform's. ${set}`;
}
