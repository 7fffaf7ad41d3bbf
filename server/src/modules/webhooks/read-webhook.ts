import { validationFailed } from '../../platform/errors.ts';

/** Why a webhook is disabled that its owner has switched off. */
export const SWITCHED_OFF = 'Switched off by hand.';

/** A person's words about a webhook; lines may end, other control characters have no business there. */
export function readDescription(text: string | null | undefined): string | null {
  if (text === undefined || text === null) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused.
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text) || !text.isWellFormed())
    throw validationFailed({ description: 'must not contain control characters' });
  return text;
}
