const SECRET = /(?<![A-Za-z0-9])(ct|sk)_[A-Za-z0-9_-]{16,}/;
const SECRETS = new RegExp(SECRET, 'g');

/** Whether a text holds a personal token or a secret key. */
export function isSecret(text: string): boolean {
  return SECRET.test(text);
}

/** The same text with tokens and secret keys cut to their kind: messages quote what people wrote. */
export function hideSecrets(text: string): string {
  return text.replaceAll(SECRETS, '$1_…');
}
