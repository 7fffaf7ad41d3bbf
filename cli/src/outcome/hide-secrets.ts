const SECRET = /(?<![A-Za-z0-9])(ct|sk)_[A-Za-z0-9_-]{16,}/;
const SECRETS = new RegExp(SECRET, 'g');

export function isSecret(text: string): boolean {
  return SECRET.test(text);
}

/** Replaces tokens and secret keys by their prefix, because messages quote user input. */
export function hideSecrets(text: string): string {
  return text.replaceAll(SECRETS, '$1_…');
}
