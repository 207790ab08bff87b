import { type Agent, request } from 'node:https';

/** What a browser was answered. */
export interface Page {
  readonly status: number;
  readonly html: string;
  /** Where it is sent next. */
  readonly location: string;
  /** What it shows on the next visit. */
  readonly cookie: string;
}

/** Opens a page, or sends a form where there is one; follows no redirect. */
export async function visit(
  agent: Agent,
  address: string,
  { form, cookie = '' }: { readonly form?: Readonly<Record<string, string>>; readonly cookie?: string } = {},
): Promise<Page> {
  const { promise, resolve, reject } = Promise.withResolvers<Page>();
  const method = form === undefined ? 'GET' : 'POST';
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie };
  const sent = request(address, { agent, method, headers }, (response) => {
    let html = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      html += part;
    });
    response.on('end', () => {
      const { location = '', 'set-cookie': [set = ''] = [] } = response.headers;
      resolve({ status: response.statusCode ?? 0, html, location, cookie: set.split(';')[0] ?? '' });
    });
  });
  sent.on('error', reject);
  sent.end(form === undefined ? undefined : new URLSearchParams(form).toString());
  return await promise;
}

/** Opens the page of an approval, and presses its button as this user: the form as it stands there, filled in. */
export async function approve(agent: Agent, address: string, screenName: string): Promise<Page> {
  const { html } = await visit(agent, address);
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '';
  const token = /name="oauth_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const button = /<button name="(\w+)" value="(approve)"/.exec(html);
  const form = { oauth_token: token, screen_name: screenName, [button?.[1] ?? '']: button?.[2] ?? '' };
  return await visit(agent, new URL(action, address).href, { form });
}
