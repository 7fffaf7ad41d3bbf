const LAST_CODE_POINT = 0x10ffff;
const BEFORE_SURROGATES = 0xd7ff;
const AFTER_SURROGATES = 0xe000;

/** A pattern by its kind, so that an index or a plain text search can answer the common ones. */
export type LikePattern =
  | { readonly kind: 'equals' | 'starts' | 'ends' | 'includes'; readonly text: string }
  | { readonly kind: 'pattern'; readonly prefix: string; readonly pattern: string };

/** `*` is any run of characters, everything else is literal. */
export function readLikePattern(pattern: string): LikePattern {
  const parts = pattern.split('*');
  const [first = ''] = parts;
  if (parts.length === 1) return { kind: 'equals', text: first };
  const last = parts.at(-1) ?? '';
  const middle = parts.slice(1, -1).filter((part) => part !== '');
  if (middle.length === 0 && last === '') return { kind: 'starts', text: first };
  if (middle.length === 0 && first === '') return { kind: 'ends', text: last };
  if (middle.length === 1 && first === '' && last === '') return { kind: 'includes', text: middle[0] ?? '' };
  return { kind: 'pattern', prefix: first, pattern: [first, ...middle, last].join('*') };
}

/** The first text, by code point, after all that start with `prefix`; undefined when there is none. */
export function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (char) => char.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === LAST_CODE_POINT) continue;
    const next = last === BEFORE_SURROGATES ? AFTER_SURROGATES : last + 1;
    return prefix.slice(0, lengthOf(points)) + String.fromCodePoint(next);
  }
  return undefined;
}

function lengthOf(points: readonly number[]): number {
  return points.reduce((length, point) => length + (point > 0xffff ? 2 : 1), 0);
}

/** Returns a function that tells whether a text contains `search`, case-insensitively; `*` is any run of characters. */
export function createTextMatcher(search: string): (text: string) => boolean {
  const parts = foldCase(search).split('*');
  return (text) => {
    const folded = foldCase(text);
    let from = 0;
    for (const part of parts) {
      const at = folded.indexOf(part, from);
      if (at === -1) return false;
      from = at + part.length;
    }
    return true;
  };
}

export function likeText(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%');
}

/** For GLOB, whose `*` has the same meaning as in callers' patterns. */
export function globText(pattern: string): string {
  return pattern.replaceAll(/[?[]/g, '[$&]');
}

/** Texts that differ only in case fold to the same text: upper case of lower case, with Unicode's full mappings. */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}
