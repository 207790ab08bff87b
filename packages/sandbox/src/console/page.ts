import { hash } from 'node:crypto';
import { consoleScript } from './browser-script.ts';
import { markup } from './markup.ts';
import { style } from './style.ts';

/** The script as it stands between its tags. */
const script = `\n${consoleScript}`;

/** The console: one page that needs nothing from anywhere but the sandbox that serves it. */
export const consolePage = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>adsync sandbox</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>${markup}<script>${script}</script></body>
</html>
`;

/** Headers under which the page can run its own script and style, and load nothing else. */
export const consoleHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(style)}'`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

function digest(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}
