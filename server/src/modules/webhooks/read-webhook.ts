import { validationFailed } from '../../platform/errors.ts';

/** `disabled_reason` of a webhook that its owner has disabled. */
export const SWITCHED_OFF = 'Switched off manually.';

/** Allows tabs and line feeds, but no other control characters. */
export function readDescription(text: string | null | undefined): string | null {
  if (text === undefined || text === null) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses these characters.
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text) || !text.isWellFormed())
    throw validationFailed({ description: 'must not contain control characters' });
  return text;
}
