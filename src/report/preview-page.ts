import { printable } from '../diagnostics/display-text.ts';
import type { PostPreview } from '../schemas/seen-post.ts';

/** What every page of previews holds, and nothing else does. */
export const previewMark = '<meta name="generator" content="adsync posts preview">';

/**
 * A page that shows posts one beneath the other. The markup of each comes from the platform: it stands in a frame that may
 * run scripts of its own and reaches neither the page nor the machine's files.
 */
export function previewPage(previews: readonly PostPreview[]): string {
  const sections = previews.map(
    ({ named, type, markup }) => `<section>
<h2>${escaped(printable(named))} (${escaped(type.toLowerCase())})</h2>
<iframe sandbox="allow-scripts allow-popups" srcdoc="${escaped(markup)}" width="600" height="700"></iframe>
</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${previewMark}
<title>adsync posts preview</title>
<style>body { font: 16px sans-serif; margin: 2rem; } iframe { border: 1px solid #ccc; max-width: 100%; }</style>
</head>
<body>
${sections.join('\n')}
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}
