import type { ReadySandbox } from '../start-sandbox.ts';

/** What is printed of the console and the control calls, and of who can reach the sandbox. */
export function consoleLines({ admin_url: address, control_token: token }: ReadySandbox): readonly string[] {
  if (token === undefined) return [`Look at it in a browser: ${address}/`];
  return [
    'Other machines can reach it: whoever has these credentials can change what it holds.',
    `Control calls need this token: ${token}`,
    `Look at it in a browser: ${address}/?token=${token}`,
  ];
}
