import { Type } from 'typebox';
import type { ToolApi } from './api.ts';
import { declareTool, trusted } from './tool.ts';

const RESULTS_MAX = 5;
const SECTION_CHARACTERS_MAX = 5000;
const HEADING_WEIGHT = 5;

export interface DocsPage {
  readonly page: string;
  readonly title: string;
}

interface Section {
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

/** The pages that the service lists in `/llms.txt`. */
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
    'Finds the sections of the documentation that fit the words best. Whole pages are resources, service://docs/<page>.',
  input: Type.Object(
    { query: Type.String({ minLength: 1, maxLength: 200, description: 'A few words, such as `filter operators`.' }) },
    { additionalProperties: false },
  ),
  effect: 'reads',
  async run({ api }, { query }) {
    const pages = await listPages(api);
    const texts = await Promise.all(pages.map(async ({ page }) => sectionsOf(page, await readPage(api, page))));
    const words = wordsOf(query);
    const found = texts
      .flat()
      .map((section) => ({ section, score: scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, RESULTS_MAX);
    const results = found.map(({ section: { page, heading, text } }) => ({
      resource: `service://docs/${page}`,
      heading,
      text: text.length > SECTION_CHARACTERS_MAX ? `${text.slice(0, SECTION_CHARACTERS_MAX).toWellFormed()}…` : text,
    }));
    return trusted({ results });
  },
});

/** A page in parts that begin with a heading. */
function sectionsOf(page: string, markdown: string): Section[] {
  return markdown.split(/^(?=#{1,4} )/m).map((text) => {
    const heading = /^#+ (.*)/.exec(text)?.[1] ?? page;
    return { page, heading, text: text.trim() };
  });
}

function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])];
}

/** Sections that have all of the words come before those that have one of them often. */
function scoreOf({ heading, text }: Section, words: readonly string[]): number {
  const [inHeading, inText] = [heading.toLowerCase(), text.toLowerCase()];
  let [score, fitting] = [0, 0];
  for (const word of words) {
    const times = inText.split(word).length - 1;
    if (times === 0) continue;
    fitting += 1;
    score += 1 + Math.log(times) + (inHeading.includes(word) ? HEADING_WEIGHT : 0);
  }
  return score * fitting ** 2;
}
