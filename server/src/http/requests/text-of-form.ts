import { type TString, type TStringOptions, Type } from 'typebox';

const sentences = new Map<string, string>();

/** Text of a form. `must`: what the refusal of any other text says instead of the pattern, from "must be" on. */
export function textOfForm(pattern: string, must: string, options: TStringOptions = {}): TString {
  sentences.set(pattern, must);
  return Type.String({ ...options, pattern });
}

/** What a text of this form must be, in words where it has some. */
export function sentenceOfForm(pattern: string): string | undefined {
  return sentences.get(pattern);
}
