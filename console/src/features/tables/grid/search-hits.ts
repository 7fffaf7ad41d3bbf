export interface TextPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** Marks the words of a search in a text. For display only, so it matches the words of a phrase separately. */
export type FindHits = (text: string) => readonly TextPart[];

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const PIECES = /([\p{L}\p{M}\p{N}]+)/u;
const MARKS = /([\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hebr}\p{scx=Arab}])\p{Mn}+/gu;
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th' };
const TERMS = /(-?)(?:"([^"]*)(?:"|$)|(\S+))/gu;

/** Parses a search as the service does (`server/src/database/search/`). Undefined when it contains no word. */
export function createHitFinder(search: string): FindHits | undefined {
  const words = new Set<string>();
  const beginnings: string[] = [];
  const terms = [...search.matchAll(TERMS)];
  for (const [index, [, sign, phrase, bare]] of terms.entries()) {
    if (sign === '-') continue;
    const text = bare ?? phrase ?? '';
    const inTerm = wordsOf(text);
    const isBeginning = text.endsWith('*') || (index === terms.length - 1 && bare !== undefined);
    const last = isBeginning ? inTerm.pop() : undefined;
    if (last !== undefined) beginnings.push(last);
    for (const word of inTerm) words.add(word);
  }
  if (words.size === 0 && beginnings.length === 0) return undefined;
  const isWanted = (piece: string): boolean => {
    const word = fold(piece);
    return words.has(word) || beginnings.some((beginning) => word.startsWith(beginning));
  };
  return (text) =>
    joined(piecesOf(text).map((piece) => ({ text: piece, isHit: PIECES.test(piece) && isWanted(piece) })));
}

function wordsOf(text: string): string[] {
  return piecesOf(text)
    .filter((piece) => PIECES.test(piece))
    .map(fold);
}

function piecesOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment.split(PIECES)).flat();
}

function fold(piece: string): string {
  return piece
    .normalize('NFKD')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(MARKS, '$1')
    .replace(/[łøđıæœþ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

function joined(parts: readonly TextPart[]): readonly TextPart[] {
  const all: TextPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.text === '') continue;
    if (last?.isHit === false && !part.isHit) all.splice(-1, 1, { text: last.text + part.text, isHit: false });
    else all.push(part);
  }
  return all;
}
