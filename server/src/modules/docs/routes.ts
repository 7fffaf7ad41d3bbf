import { Type } from 'typebox';
import { type Answer, openRoute, type Route } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Pages } from './pages.ts';
import { PAGE_POLICY, renderIndex, renderPage } from './render-page.ts';

const CACHING = { 'Cache-Control': 'public, max-age=300' };
const INTRODUCTION =
  'A backend for app projects: tables of rows behind an HTTP API with rules, accounts, files, functions, an inbox, webhooks and the published app itself.';

export function docsRoutes(pages: Pages, publicUrl: () => string): readonly Route[] {
  const text = { 200: Type.String() };
  const rendered: RenderedPages = new Map();
  return [
    openRoute({
      method: 'GET',
      path: '/llms.txt',
      id: 'getLlmsText',
      summary: 'Returns the index of the documentation for language models (llms.txt)',
      responses: text,
      isPage: true,
      handle: () => textAnswer(indexText(pages, publicUrl()), 'text/plain'),
    }),
    openRoute({
      method: 'GET',
      path: '/llms-full.txt',
      id: 'getWholeLlmsText',
      summary: 'Returns the whole documentation as one text',
      responses: text,
      isPage: true,
      handle: async () => textAnswer(await wholeText(pages), 'text/plain'),
    }),
    openRoute({
      method: 'GET',
      path: '/docs',
      id: 'redirectToDocs',
      summary: 'Redirects to /docs/',
      responses: { 308: Type.String() },
      isPage: true,
      handle: () => ({ status: 308, body: '', headers: { Location: '/docs/' } }),
    }),
    openRoute({
      method: 'GET',
      path: '/docs/*',
      id: 'getDocsPage',
      summary: 'Returns a page of the documentation; with `.md`, its Markdown source',
      responses: text,
      isPage: true,
      handle: async ({ params }) => await answerPage(pages, params['*'] ?? '', rendered),
    }),
    openRoute({
      method: 'GET',
      path: '/docs/',
      id: 'getDocsIndex',
      summary: 'Returns the front page of the documentation',
      responses: text,
      isPage: true,
      handle: () => pageAnswer(renderIndex(pages)),
    }),
  ];
}

type RenderedPages = Map<string, { readonly markdown: string; readonly html: string }>;

async function answerPage(pages: Pages, path: string, rendered: RenderedPages): Promise<Answer> {
  const isRaw = path.endsWith('.md');
  const page = isRaw ? path.slice(0, -'.md'.length) : path;
  const markdown = await pages.find(page);
  if (markdown === undefined) throw new ServiceError('not_found', 'There is no such page.');
  if (isRaw) return textAnswer(markdown, 'text/markdown');
  const known = rendered.get(page);
  if (known?.markdown === markdown) return pageAnswer(known.html);
  const html = await renderPage(pages, page, markdown);
  rendered.set(page, { markdown, html });
  return pageAnswer(html);
}

function textAnswer(body: string, type: string): Answer {
  return { status: 200, body, headers: { 'Content-Type': `${type}; charset=utf-8`, ...CACHING } };
}

function pageAnswer(body: string): Answer {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': PAGE_POLICY,
    'Referrer-Policy': 'no-referrer',
    ...CACHING,
  };
  return { status: 200, body, headers };
}

function indexText(pages: Pages, publicUrl: string): string {
  const lines = pages.list().map(({ page, title, about }) => `- [${title}](${publicUrl}/docs/${page}.md): ${about}`);
  return `# Service\n\n> ${INTRODUCTION}\n\n## Docs\n\n${lines.join('\n')}\n\n## Optional\n\n- [OpenAPI 3.1](${publicUrl}/api/baas/openapi.json): every call, for programs\n- [Everything in one text](${publicUrl}/llms-full.txt)\n`;
}

async function wholeText(pages: Pages): Promise<string> {
  const texts = await Promise.all(pages.list().map(async ({ page }) => await pages.find(page)));
  return `# Service\n\n> ${INTRODUCTION}\n\n${texts.join('\n\n')}`;
}
