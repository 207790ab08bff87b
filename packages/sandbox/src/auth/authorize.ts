import type { SuccessForm } from '../engine/endpoint.ts';
import { change } from '../engine/kept-records.ts';
import { flag, oneOf, type Params, text } from '../params/param.ts';
import { userNamed } from '../resources/users.ts';
import type { StoredRecord } from '../store/stored-record.ts';
import { textIn } from '../value.ts';
import type { Reply } from '../wire/platform-request.ts';
import type { World } from '../world/world.ts';
import { hasGranted } from './access-token.ts';
import { type AuthCall, type AuthEndpoint, readTexts } from './auth-endpoint.ts';
import { approvalPage, messagePage, pinPage } from './authorize-pages.ts';
import { isExpired, requestTokens, tokenText, withToken } from './tokens.ts';

const shown: Params = {
  oauth_token: { is: text(200), required: true },
  force_login: { is: flag },
  screen_name: { is: text(200) },
};
const decided: Params = {
  oauth_token: { is: text(200), required: true },
  screen_name: { is: text(200) },
  decision: { is: oneOf(['approve', 'decline']), required: true },
};

const page: SuccessForm = { media: 'text/html', redirects: true };
const session = 'sandbox_session';
const authorizePath = '/oauth/authorize';
const authenticatePath = '/oauth/authenticate';

/**
 * The browser's steps: who is there, and whether the application is let in (F-auth-09).
 * The pages post to the path that showed them; nobody has a password in the sandbox, so that a handle signs in.
 */
export const authorizeSteps: readonly AuthEndpoint[] = [authorizePath, authenticatePath].flatMap((path) => [
  { method: 'GET', path, params: shown, isStep: true, success: page, run: (call) => show(call, path) },
  { method: 'POST', path, params: decided, isStep: true, success: page, run: (call) => decide(call, path) },
]);

function show(call: AuthCall, path: string): Reply {
  const { world } = call;
  const given = readTexts(shown, call.given);
  const found = openRequest(world, given['oauth_token'] ?? '');
  if ('page' in found) return found.page;
  const { request, app } = found;
  if (path === authenticatePath && request['callback'] === 'oob')
    return messagePage(400, 'This application has no callback: it must send you to oauth/authorize.');

  const signedIn = given['force_login'] === 'true' ? undefined : sessionUser(call);
  if (path === authenticatePath && signedIn !== undefined && isLetIn(world, app, signedIn))
    return approve(world, request, signedIn);
  return approvalPage({
    path,
    token: given['oauth_token'] ?? '',
    app: textIn(app, 'name') ?? '',
    access: textIn(request, 'access') ?? textIn(app, 'access') ?? 'write',
    screenName: given['screen_name'] ?? '',
    handles: [...world.store.all('users')].map(handleOf),
    ...(signedIn === undefined ? {} : { signedInAs: handleOf(signedIn) }),
  });
}

// Only where the application's settings let users sign in through it (F-auth-09).
function isLetIn(world: World, app: StoredRecord, user: StoredRecord): boolean {
  return app['sign_in'] === true && hasGranted(world, app.id, user.id);
}

function handleOf(user: StoredRecord): string {
  return textIn(user, 'screen_name') ?? '';
}

function decide(call: AuthCall, path: string): Reply {
  const { world } = call;
  // Who cancels leaves the name box empty, and its form sends it all the same.
  const filled = [...call.given].filter(([name, value]) => name !== 'screen_name' || value !== '');
  const given = readTexts(decided, new Map(filled));
  const found = openRequest(world, given['oauth_token'] ?? '');
  if ('page' in found) return found.page;
  const { request } = found;
  const callback = textIn(request, 'callback') ?? '';
  if (given['decision'] === 'decline') {
    change(world, requestTokens, request, { status: 'declined' });
    return callback === 'oob'
      ? messagePage(200, 'You have not let the application in.')
      : redirect(callback, { denied: textIn(request, 'token') ?? '' });
  }
  const handle = given['screen_name'];
  const user = handle === undefined ? sessionUser(call) : userNamed(world, handle);
  if (user === undefined)
    return messagePage(400, 'There is nobody of that name.', { path, token: given['oauth_token'] ?? '' });
  return approve(world, request, user);
}

function openRequest(
  world: World,
  token: string,
): { readonly request: StoredRecord; readonly app: StoredRecord } | { readonly page: Reply } {
  const request = withToken(world, requestTokens.collection, token);
  const app = request && world.store.get('apps', textIn(request, 'app_id') ?? '');
  if (
    request === undefined ||
    app === undefined ||
    request['status'] !== 'issued' ||
    isExpired(world, request)
  )
    return { page: messagePage(400, 'This request to let an application in is over. Start again there.') };
  return { request, app };
}

function approve(world: World, request: StoredRecord, user: StoredRecord): Reply {
  const callback = textIn(request, 'callback') ?? '';
  const isOob = callback === 'oob';
  const drawn = tokenText('verifier', request.id);
  // A person types the PIN in: seven digits.
  const verifier = isOob
    ? String(Number.parseInt(Buffer.from(drawn).toString('hex').slice(0, 12), 16) % 10_000_000).padStart(
        7,
        '0',
      )
    : drawn;
  change(world, requestTokens, request, { status: 'approved', user_id: user.id, verifier });
  const reply = isOob
    ? pinPage(verifier)
    : redirect(callback, { oauth_token: textIn(request, 'token') ?? '', oauth_verifier: verifier });
  const cookie = `${session}=${user.id}; Path=/oauth; HttpOnly; SameSite=Lax`;
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } };
}

function redirect(callback: string, added: Readonly<Record<string, string>>): Reply {
  const target = new URL(callback);
  for (const [name, value] of Object.entries(added)) target.searchParams.append(name, value);
  return { status: 302, headers: { location: target.href, 'cache-control': 'no-store' }, body: '' };
}

function sessionUser({ world, request }: AuthCall): StoredRecord | undefined {
  const [, id] = new RegExp(`(?:^|;\\s*)${session}=(\\w+)`).exec(request.headers.cookie ?? '') ?? [];
  return id === undefined ? undefined : world.store.get('users', id);
}
