const SHORTEST = 6;
const SHORTEST_LINE = 16;
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
    // A key of several lines that is printed within something is printed line by line.
    for (const line of value.split('\n')) if (line.trim().length >= SHORTEST_LINE) values.add(line.trim());
    // As it stands within JSON text, and within an object that is printed.
    const quoted = JSON.stringify(value).slice(1, -1);
    values.add(quoted).add(quoted.replaceAll('\\"', '"'));
  }
  if (values.size === 0) return NOTHING_TO_HIDE;
  // The longest first, so that none is left half where one holds another. Searched for one by one, as one pattern of
  // all would take seconds to compile.
  const longestFirst = [...values].sort((a, b) => b.length - a.length);
  return (text) => {
    const found = longestFirst.filter((value) => text.includes(value));
    if (found.length === 0) return text;
    let parts = [text];
    for (const value of found) parts = parts.flatMap((part) => part.split(value));
    return parts.join(MARK);
  };
}

/**
 * The same within JSON text, whatever way the value is written in it, and the result is JSON again. A number that shows a
 * value becomes text.
 */
export function redactJson(redact: Redact, json: string): string {
  if (redact === NOTHING_TO_HIDE) return json;
  const isPlain = !json.includes('\\u') && !json.includes('\\/');
  if (isPlain && redact(json) === json) return json;
  try {
    return JSON.stringify(hidden(JSON.parse(json), redact));
  } catch {
    // Nested so deep that it cannot be looked through.
    return JSON.stringify(MARK);
  }
}

function hidden(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') return redact(String(value)) === String(value) ? value : MARK;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => hidden(item, redact));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), hidden(item, redact)]));
}
