import type { Reply } from '../wire/platform-request.ts';

/** What the page of an approval shows. */
export interface Approval {
  readonly path: string;
  readonly token: string;
  readonly app: string;
  readonly access: string;
  /** What stands in the name box. */
  readonly screenName: string;
  readonly handles: readonly string[];
  /** Who is signed in, and need not say so again. */
  readonly signedInAs?: string;
}

/** The page that asks a user whether to let an application in. */
export function approvalPage(approval: Approval): Reply {
  const { path, token, app, access, signedInAs } = approval;
  const may = access === 'read' ? 'read your account' : 'read and change your account';
  return page(
    200,
    `Let ${app} in?`,
    `<p><strong>${html(app)}</strong> wants to ${may}.</p>
<form method="post" action="${path}">
<input type="hidden" name="oauth_token" value="${html(token)}">
${signedInAs === undefined ? nameBox(approval) : `<p>You are signed in as <strong>@${html(signedInAs)}</strong>.</p>`}
<p class="buttons"><button name="decision" value="approve">Authorize app</button>
<button name="decision" value="decline" class="quiet" formnovalidate>Cancel</button></p>
</form>`,
  );
}

function nameBox({ screenName, handles }: Approval): string {
  const options = handles.map((handle) => `<option value="${html(handle)}">`).join('');
  return `<p><label for="screen_name">Your name on the sandbox (no password)</label>
<input id="screen_name" name="screen_name" list="handles" required autocomplete="off" value="${html(screenName)}">
<datalist id="handles">${options}</datalist></p>`;
}

/** The page that shows a PIN to be typed into the application (F-auth-09). */
export function pinPage(pin: string): Reply {
  return page(
    200,
    'Almost done',
    `<p>Type this PIN into the application:</p>\n<p class="pin"><kbd>${html(pin)}</kbd></p>`,
  );
}

/** A page with one sentence, and a way back where there is one. */
export function messagePage(
  status: number,
  message: string,
  back?: { readonly path: string; readonly token: string },
): Reply {
  const link =
    back === undefined
      ? ''
      : `<p><a href="${back.path}?oauth_token=${encodeURIComponent(back.token)}">Try again</a></p>`;
  return page(status, 'Sandbox', `<p>${html(message)}</p>${link}`);
}

const style = `:root{color-scheme:light dark;--ink:#16202b;--paper:#f5f7f9;--card:#fff;--line:#c3ccd5;--act:#0b5cad}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--paper:#10161c;--card:#1a232c;--line:#4a5865;--act:#7db8f5}}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:10vh auto;padding:1.5rem 2rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
h1{font-size:1.3rem;margin-top:0}label{display:block}
input{font:inherit;width:100%;box-sizing:border-box;padding:.5rem;border:1px solid var(--line);border-radius:.4rem;background:var(--paper);color:inherit}
button{font:inherit;padding:.5rem 1.1rem;border:1px solid var(--act);border-radius:.4rem;background:var(--act);color:var(--card);cursor:pointer}
button.quiet{background:none;color:var(--act)}a{color:var(--act)}.pin{font-size:2rem;letter-spacing:.2em}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}`;

function page(status: number, title: string, content: string): Reply {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title><style>${style}</style></head>
<body><main><h1>${html(title)}</h1>
${content}
</main></body></html>
`,
  };
}

function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
