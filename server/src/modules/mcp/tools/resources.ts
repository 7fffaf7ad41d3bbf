import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { listPages, readPage } from './docs.ts';
import { ANSWER_BYTES_MAX, betweenMarks } from './fit-answer.ts';
import type { ToolContext } from './tool.ts';

const FRAME_BYTES = 2048;
const LINES = 200;
const DOCS = 'service://docs/';

interface ResourceText {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

export async function listResources({ api }: ToolContext) {
  const pages = await listPages(api);
  return [
    {
      uri: 'service://schema',
      name: 'schema',
      title: 'Tables, rules and functions, as schema.json holds them',
      mimeType: 'application/json',
    },
    {
      uri: 'service://logs',
      name: 'logs',
      title: 'The newest lines that functions have written',
      mimeType: 'text/plain',
    },
    ...pages.map(({ page, title }) => ({ uri: `${DOCS}${page}`, name: page, title, mimeType: 'text/markdown' })),
  ];
}

export async function readResource(context: ToolContext, uri: string): Promise<ResourceText> {
  if (uri === 'service://schema') return await readSchema(context);
  if (uri === 'service://logs') return await readLogs(context);
  const page = uri.startsWith(DOCS) ? uri.slice(DOCS.length) : '';
  const pages = page === '' ? [] : await listPages(context.api);
  if (!pages.some((known) => known.page === page)) throw new ResourceNotFoundError(uri);
  const text = await readPage(context.api, page);
  return {
    uri,
    mimeType: 'text/markdown',
    text: fitText(text, `\n\n(cut: the rest is at /docs/${page}.md, and search_docs finds it)`),
  };
}

async function readSchema({ api, base }: ToolContext): Promise<ResourceText> {
  const { schema } = (await api.call('GET', `${base}/schema`)).data as { schema: unknown };
  const text = fitText(JSON.stringify(schema, undefined, 1), '\n(cut: get_context has the tables one by one)');
  return { uri: 'service://schema', mimeType: 'application/json', text };
}

async function readLogs({ api, base }: ToolContext): Promise<ResourceText> {
  const { data } = await api.call('GET', `${base}/logs?source=function&limit=${LINES}`);
  const lines = (data as readonly unknown[]).map((line) => JSON.stringify(line)).join('\n');
  return { uri: 'service://logs', mimeType: 'text/plain', text: betweenMarks(fitText(lines, '\n(cut)')) };
}

/** Cuts the text so that it fits as a JSON string, in which quotes and line breaks take two bytes. */
function fitText(text: string, note: string): string {
  const fits = (length: number): boolean =>
    Buffer.byteLength(JSON.stringify(text.slice(0, length))) <= ANSWER_BYTES_MAX - FRAME_BYTES;
  if (fits(text.length)) return text;
  let [low, high] = [0, Math.min(text.length, ANSWER_BYTES_MAX)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low).toWellFormed()}${note}`;
}
