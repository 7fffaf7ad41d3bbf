import type { Statement } from '../statement.ts';

const TEXTS_MAX = 1_000;
const texts = new Map<string, string>();

/** Thousands of entries share few texts. */
export function withSharedText({ text, values }: Statement): Statement {
  const known = texts.get(text);
  if (known !== undefined) return { text: known, values };
  if (texts.size >= TEXTS_MAX) texts.clear();
  texts.set(text, text);
  return { text, values };
}
