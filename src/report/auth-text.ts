import { printable } from '../diagnostics/display-text.ts';
import type { AccountAccess, AuthSource, AuthStatus } from '../schemas/auth-status.ts';
import { allKinds } from '../schemas/registry.ts';

/** Where credentials come from, in lines that end with a line feed. */
export function sourceText({ source, profile, file, secrets, platform }: AuthSource): string {
  const from =
    source === 'environment'
      ? 'the environment (ADSYNC_CONSUMER_KEY and the others)'
      : `the profile ${profile ?? ''}, ${printable(file ?? '')}`;
  const kept = {
    environment: '',
    file: 'in that file, which only you can read',
    keychain: "in the system's keychain",
    command: 'told by the credential_command of the profile',
  }[secrets];
  return [
    `Credentials   ${from}`,
    ...(kept === '' ? [] : [`Secrets       ${kept}`]),
    `Platform      ${platform.join(', ')}`,
    '',
  ].join('\n');
}

/** Whom credentials speak for, what they allow and what they lack, in lines that end with a line feed. */
export function statusText(status: AuthStatus): string {
  const { user, access, accounts, bearerToken } = status;
  const handle = user.screenName === null ? '' : `@${printable(user.screenName)}`;
  const who = [handle, user.id === null ? '' : `(${printable(user.id)})`]
    .filter((part) => part !== '')
    .join(' ');
  return [
    `User          ${who === '' ? 'not told by the platform' : who}`,
    ...(access === null ? [] : [`Access        ${accessWords[access]}`]),
    `Bearer token  ${bearerToken === 'kept' ? 'kept in the profile' : 'not kept: adsync auth token asks for the one of the application'}`,
    ...(accounts.length === 0
      ? [
          '',
          'No ad account: the user has a role in none, or the application may not use the advertising API.',
        ]
      : accounts.flatMap((account) => ['', ...accountLines(account)])),
    '',
  ].join('\n');
}

const accessWords = {
  read: 'reading only, as asked for at sign-in: every write is refused. Sign in without --read-only to apply.',
  write: 'reading and writing',
} as const;

const writtenSections = allKinds.filter(({ writers }) => writers.length > 0).length;

function accountLines({ id, name, permissions, lacking }: AccountAccess): readonly string[] {
  const head = `${printable(id)}  ${printable(name)}`;
  if (permissions === null) return [head, '  The platform does not tell what the user may do there.'];
  const roles = permissions.length === 0 ? 'no role' : permissions.map(printable).join(', ');
  if (lacking.length === 0) return [`${head}  ${roles}`, '  May write everything that a document declares.'];
  const byNeed = Map.groupBy(lacking, ({ needs }) => needs);
  return [
    `${head}  ${roles}`,
    lacking.length * 2 < writtenSections
      ? '  May write everything that a document declares, except:'
      : '  May read only (plan, drift, get). To write these sections of a document, it needs another role:',
    ...Array.from(byNeed, ([needs, sections]) => `    ${sectionNames(sections)}: needs ${needs}`),
  ];
}

/** Sections of several kinds have one name, such as `shared_with` of both kinds of audiences. */
function sectionNames(sections: AccountAccess['lacking']): string {
  return [...new Set(sections.map(({ section }) => section.replaceAll('_', ' ')))].join(', ');
}
