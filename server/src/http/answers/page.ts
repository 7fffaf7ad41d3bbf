import { createHash } from 'node:crypto';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { Answer } from '../route.ts';

const STYLE = `
:root { color-scheme: light dark; --page: #f4f5f7; --card: #fff; --line: #d5d9e0; --text: #16181d; --faint: #59616e;
  --main: #1d4ed8; --on-main: #fff; --bad: #b42318; }
@media (prefers-color-scheme: dark) {
  :root { --page: #16181d; --card: #21242b; --line: #3b414c; --text: #eceef1; --faint: #a3abb8;
    --main: #8fb4ff; --on-main: #10131a; --bad: #ff9b8f; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page);
  color: var(--text); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { width: 100%; max-width: 416px; padding: 28px 24px; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; overflow-wrap: anywhere; }
.app { margin: 0 0 4px; color: var(--faint); }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; }
main > :last-child { margin-bottom: 0; }
a { color: var(--main); }
form { margin: 0; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
.check { display: flex; gap: 8px; align-items: center; margin: 12px 0; font-weight: 400; }
.check input { width: auto; margin: 0; }
input { width: 100%; min-height: 44px; padding: 8px 12px; margin-bottom: 4px; font: inherit; color: inherit;
  background: var(--page); border: 1px solid var(--line); border-radius: 8px; }
.hint { color: var(--faint); font-size: 14px; }
.bad { color: var(--bad); font-weight: 600; }
button, .button { display: inline-block; width: 100%; min-height: 44px; padding: 10px 16px; font: inherit; font-weight: 600;
  color: var(--on-main); background: var(--main); border: 0; border-radius: 8px;
  text-align: center; text-decoration: none; cursor: pointer; }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** A page in the standard design. `pageAnswer` escapes `appName` and `title`; `body` must already be HTML. */
export interface Page {
  readonly status: number;
  readonly appName: string;
  readonly title: string;
  readonly body: string;
  /** Where the form may finally redirect: browsers block redirects to any other origin. */
  readonly formLeadsTo?: string | undefined;
}

export function pageAnswer({ status, appName, title, body, formLeadsTo }: Page): Answer {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} – ${escapeHtml(appName)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="app">${escapeHtml(appName)}</p>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
  return { status, body: html, headers: { ...HEADERS, 'Content-Security-Policy': policyOf(formLeadsTo) } };
}

/** Allows no scripts, no foreign content and no framing. Forms may go only to this origin and to `formLeadsTo`. */
function policyOf(formLeadsTo: string | undefined): string {
  const origin = formLeadsTo === undefined ? '' : ` ${new URL(formLeadsTo).origin}`;
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'${origin}; base-uri 'none'; frame-ancestors 'none'`;
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  // The address may hold a one-time token.
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

export function paragraph(text: string, className?: string): string {
  const role = className === 'bad' ? ' role="alert"' : '';
  return `<p${className === undefined ? '' : ` class="${className}"`}${role}>${escapeHtml(text)}</p>`;
}

export function linkButton(href: string, text: string): string {
  return `<p><a class="button" href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>`;
}
