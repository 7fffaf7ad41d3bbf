import { createHash } from 'node:crypto';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { Pages } from './pages.ts';

const STYLE = `
:root { color-scheme: light dark; --page: #fff; --side: #f4f5f7; --line: #d5d9e0; --text: #16181d; --faint: #59616e; --link: #1d4ed8; }
@media (prefers-color-scheme: dark) {
  :root { --page: #16181d; --side: #1c1f26; --line: #3b414c; --text: #eceef1; --faint: #a3abb8; --link: #8fb4ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  display: grid; grid-template-columns: 240px minmax(0, 1fr); }
nav { padding: 24px 16px; background: var(--side); border-right: 1px solid var(--line); min-height: 100vh; }
nav div { position: sticky; top: 24px; }
nav strong { display: block; padding: 0 8px 8px; }
nav a { display: block; padding: 4px 8px; border-radius: 6px; color: inherit; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav a[aria-current] { background: var(--page); font-weight: 600; }
main { padding: 24px 32px 64px; max-width: 960px; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.3; margin: 1.6em 0 .5em; }
h1 { margin-top: 0; font-size: 30px; }
h2 { padding-top: .6em; border-top: 1px solid var(--line); }
a { color: var(--link); }
code { font: 0.9em ui-monospace, 'SF Mono', Menlo, Consolas, monospace; background: var(--side); padding: 1px 4px; border-radius: 4px; }
pre { background: var(--side); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; overflow-x: auto; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
table { display: block; overflow-x: auto; border-collapse: collapse; margin: 16px 0; }
th, td { border: 1px solid var(--line); padding: 6px 10px; text-align: left; vertical-align: top; }
.raw { color: var(--faint); font-size: 14px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (max-width: 760px) { body { display: block; } nav { min-height: 0; border: 0; } main { padding: 16px; } }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Allows only this page and its style: no scripts, images, other origins or framing. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;

export async function renderPage(pages: Pages, page: string, markdown: string): Promise<string> {
  const title = /^# (.*)/m.exec(markdown)?.[1] ?? page;
  return frame(pages, page, {
    title,
    body: `${await renderMarkdown(pages, page, markdown)}<p class="raw"><a href="/docs/${page}.md">This page as Markdown</a></p>`,
  });
}

export function renderIndex(pages: Pages): string {
  const items = pages.list().map(({ page, title, about }) => {
    return `<li><a href="/docs/${page}">${escapeHtml(title)}</a>: ${escapeHtml(about)}</li>`;
  });
  const more =
    'A running service describes its calls at <a href="/api/baas/openapi.json">/api/baas/openapi.json</a>. For programs that read text there are <a href="/llms.txt">/llms.txt</a> and <a href="/llms-full.txt">/llms-full.txt</a>.';
  return frame(pages, '', {
    title: 'Documentation',
    body: `<h1>Documentation</h1><ul>${items.join('')}</ul><p>${more}</p>`,
  });
}

function frame(
  pages: Pages,
  current: string,
  { title, body }: { readonly title: string; readonly body: string },
): string {
  const links = pages.list().map(({ page, title: name }) => {
    return `<a href="/docs/${page}"${page === current ? ' aria-current="page"' : ''}>${escapeHtml(name)}</a>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Pages"><div><strong><a href="/docs/">Documentation</a></strong>${links.join('')}</div></nav>
<main>
${body}
</main>
</body>
</html>
`;
}

async function renderMarkdown(pages: Pages, page: string, markdown: string): Promise<string> {
  const { Marked } = await import('marked');
  const slugs = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      // The pages contain no HTML, so text that looks like it is escaped.
      html: ({ text }) => escapeHtml(text),
      image: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slugOf(text, slugs)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = addressOf(pages, page, href);
        const text = this.parser.parseInline(tokens);
        return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
    },
  });
  return await marked.parse(markdown);
}

/** Same slugs as on GitHub, so that links within the pages work here too. */
function slugOf(text: string, taken: Map<string, number>): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const times = taken.get(slug) ?? 0;
  taken.set(slug, times + 1);
  return times === 0 ? slug : `${slug}-${times}`;
}

const HERE = 'http://docs.invalid/docs/';

/** Undefined for files that exist only in the repository; no link is rendered then. */
function addressOf(pages: Pages, page: string, href: string): string | undefined {
  const target = URL.parse(href, `${HERE}${page}`);
  if (target === null || (target.protocol !== 'http:' && target.protocol !== 'https:')) return undefined;
  if (target.hostname !== 'docs.invalid') return href;
  if (href.startsWith('#') || href.startsWith('/')) return href;
  const name = target.pathname.replace(/^\/docs\//, '').replace(/\.md$/, '');
  return pages.list().some((known) => known.page === name) ? `/docs/${name}${target.hash}` : undefined;
}
