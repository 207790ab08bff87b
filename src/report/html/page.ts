import { hash } from 'node:crypto';
import { embedded, type Html, html, verbatim } from './html.ts';
import { sheet } from './sheet.ts';

export interface Page {
  readonly title: string;
  readonly main: Html;
  /** What the scripts draw. */
  readonly data: object;
  /** Runs in the browser. */
  readonly script: string;
}

/**
 * A page that stands alone: style, scripts and data are in it, it loads nothing, and its policy lets nothing but its own
 * script and style work.
 */
export function renderPage({ title, main, data, script }: Page): string {
  const policy = [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(sheet)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${verbatim(sheet)}</style>
</head>
<body>
<a class="skip" href="#list">Skip to the list</a>
${main}
<script type="application/json" id="data">${embedded(data)}</script>
<script>${verbatim(script)}</script>
</body>
</html>
`;
  return page.html;
}

function digest(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}
