/** How a page of the callback is answered. */
export interface CallbackPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

const back = 'You can close this window and go back to the terminal.';

/** The pages that a browser is shown; none holds anything of what the browser brought. */
export const callbackPages = {
  done: { status: 200, title: 'Signed in', text: `adsync is signed in. ${back}` },
  failed: {
    status: 400,
    title: 'Not signed in',
    text: 'The sign-in did not succeed. The terminal says why.',
  },
  declined: { status: 200, title: 'Not signed in', text: `You have not let the application in. ${back}` },
  stranger: {
    status: 400,
    title: 'Not this sign-in',
    text: 'This answer does not belong to the sign-in that adsync waits for. Open the address that the terminal shows.',
  },
  over: { status: 410, title: 'Over', text: `This sign-in was answered already. ${back}` },
  elsewhere: { status: 404, title: 'Nothing here', text: 'There is nothing at this address.' },
} as const satisfies Readonly<Record<string, CallbackPage>>;

/** Nothing may be loaded, run, framed or kept. */
export const callbackHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  connection: 'close',
} as const;

/** The HTML of a page. */
export function pageHtml({ title, text }: CallbackPage): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - adsync</title></head>
<body><main><h1>${title}</h1>
<p>${text}</p></main></body></html>
`;
}
