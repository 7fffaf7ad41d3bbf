const SHORTEST = 6;
const MARK = '[secret]';
const NOTHING_TO_HIDE: Redact = (text) => text;

/** Puts `[secret]` in the place of every value that is to stay unknown. */
export type Redact = (text: string) => string;

/** Values shorter than six characters are left: they would turn up in the middle of words. */
export function createRedact(secrets: Iterable<string>): Redact {
  const values = new Set<string>();
  for (const value of secrets) {
    if (value.length < SHORTEST) continue;
    values.add(value);
    // As it stands within JSON text.
    values.add(JSON.stringify(value).slice(1, -1));
  }
  if (values.size === 0) return NOTHING_TO_HIDE;
  // The longest first, so that none is left half where one holds another.
  const longestFirst = [...values].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
  return (text) => text.replace(pattern, MARK);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
