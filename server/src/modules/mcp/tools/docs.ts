import MiniSearch from 'minisearch';
import { Type } from 'typebox';
import type { ToolApi } from './api.ts';
import { declareTool, trusted } from './tool.ts';

const RESULTS_MAX = 5;
const SECTION_CHARACTERS_MAX = 5000;
const HEADING_WEIGHT = 3;

export interface DocsPage {
  readonly page: string;
  readonly title: string;
}

interface Section {
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

export async function listPages(api: ToolApi): Promise<DocsPage[]> {
  const index = await api.text('/llms.txt');
  const links = index.matchAll(/^- \[([^\]]+)\]\([^)]*\/docs\/([\w/-]+)\.md\)/gm);
  return [...links].map(([, title = '', page = '']) => ({ page, title }));
}

export function readPage(api: ToolApi, page: string): Promise<string> {
  return api.text(`/docs/${page}.md`);
}

export const searchDocs = declareTool({
  name: 'search_docs',
  title: 'Search the documentation',
  description:
    'Finds the sections of the documentation that match the words best. Whole pages are resources: service://docs/<page>.',
  input: Type.Object(
    {
      query: Type.String({ minLength: 1, maxLength: 200, description: 'A few words, for example `filter operators`.' }),
    },
    { additionalProperties: false },
  ),
  effect: 'reads',
  async run({ api }, { query }) {
    const pages = await listPages(api);
    const texts = await Promise.all(pages.map(async ({ page }) => sectionsOf(page, await readPage(api, page))));
    const index = await indexOf(texts.flat());
    const found = index.search(query).slice(0, RESULTS_MAX);
    const results = found.map(({ page, heading, text }) => ({
      resource: `service://docs/${page}`,
      heading,
      text: text.length > SECTION_CHARACTERS_MAX ? `${text.slice(0, SECTION_CHARACTERS_MAX).toWellFormed()}…` : text,
    }));
    return trusted({ results });
  },
});

function sectionsOf(page: string, markdown: string): Section[] {
  return markdown.split(/^(?=#{1,4} )/m).map((text) => {
    const heading = /^#+ (.*)/.exec(text)?.[1] ?? page;
    return { page, heading, text: text.trim() };
  });
}

interface SearchIndex {
  readonly texts: string;
  search(query: string): Section[];
}

/** Building an index takes tens of milliseconds, and pages change only with a release. */
let latest: Promise<SearchIndex> | undefined;

async function indexOf(sections: readonly Section[]): Promise<SearchIndex> {
  const texts = JSON.stringify(sections);
  const known = await latest;
  if (known?.texts === texts) return known;
  latest = buildIndex(sections, texts);
  return latest;
}

/** Finds the sections that contain words of the query, best first (BM25: rare words and short sections score higher). */
async function buildIndex(sections: readonly Section[], texts: string): Promise<SearchIndex> {
  const index = new MiniSearch<Section & { id: number }>({
    fields: ['heading', 'text'],
    searchOptions: { boost: { heading: HEADING_WEIGHT }, prefix: true },
  });
  await index.addAllAsync(sections.map((section, id) => ({ ...section, id })));
  return { texts, search: (query) => index.search(query).flatMap(({ id }) => sections[id] ?? []) };
}
