/** `sk_` or `ct_`, and six of the 43 random characters: enough to recognise a key, and too few to help guess it. */
const SHOWN_CHARACTERS = 9;

/**
 * The first characters of a key, by which its owner recognises it in a list; too few to help anyone who guesses the
 * rest.
 */
export function secretPrefix(secret: string): string {
  return secret.slice(0, SHOWN_CHARACTERS);
}
