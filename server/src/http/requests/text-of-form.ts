import { type TString, type TStringOptions, Type } from 'typebox';

const sentences = new Map<string, string>();

/** A string schema with a pattern. Refusals show `must` ("must be …") instead of the pattern. */
export function textOfForm(pattern: string, must: string, options: TStringOptions = {}): TString {
  sentences.set(pattern, must);
  return Type.String({ ...options, pattern });
}

export function sentenceOfForm(pattern: string): string | undefined {
  return sentences.get(pattern);
}
