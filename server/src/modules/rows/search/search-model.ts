import { parseSearch, segmentedWords } from '../../../database/index.ts';

export function occurs(search: string, texts: readonly (string | null)[]): boolean {
  const words = texts.map((text) => (text === null ? [] : segmentedWords(text)));
  return parseSearch(search).every(({ words: term, isPrefix, isExcluded }) => {
    const isThere = words.some((inText) => inText.some((_, at) => standsAt(inText.slice(at), term, isPrefix)));
    return isThere !== isExcluded;
  });
}

function standsAt(words: readonly string[], term: readonly string[], isPrefix: boolean): boolean {
  return term.every((word, index) => {
    const found = words[index];
    if (found === undefined) return false;
    return isPrefix && index === term.length - 1 ? found.startsWith(word) : found === word;
  });
}
