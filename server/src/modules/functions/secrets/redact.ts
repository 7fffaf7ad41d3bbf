const SHORTEST = 6;
const SHORTEST_LINE = 16;
const MARK = '[secret]';
const NOTHING_TO_HIDE: Redact = (text) => text;

/** Replaces every secret value with `[secret]`, so that no log or answer of a run shows one. */
export type Redact = (text: string) => string;

/** Skips values shorter than six characters: they would match in the middle of words. */
export function createRedact(secrets: Iterable<string>): Redact {
  const values = new Set<string>();
  for (const value of secrets) {
    if (value.length < SHORTEST) continue;
    values.add(value);
    // A multi-line key inside other output may be printed line by line.
    for (const line of value.split('\n')) if (line.trim().length >= SHORTEST_LINE) values.add(line.trim());
    // Also matches the value inside JSON text and inside a printed object.
    const quoted = JSON.stringify(value).slice(1, -1);
    values.add(quoted).add(quoted.replaceAll('\\"', '"'));
  }
  if (values.size === 0) return NOTHING_TO_HIDE;
  // The longest first, so that a value that contains another is replaced as a whole. One pattern of all values would
  // take seconds to compile.
  const longestFirst = [...values].sort((a, b) => b.length - a.length);
  return (text) => {
    const found = longestFirst.filter((value) => text.includes(value));
    if (found.length === 0) return text;
    let parts = [text];
    for (const value of found) parts = parts.flatMap((part) => part.split(value));
    return parts.join(MARK);
  };
}

/** Redacts values however they are escaped; the result is JSON again. A number that contains a value becomes text. */
export function redactJson(redact: Redact, json: string): string {
  if (redact === NOTHING_TO_HIDE) return json;
  const isPlain = !json.includes('\\u') && !json.includes('\\/');
  if (isPlain && redact(json) === json) return json;
  try {
    return JSON.stringify(hidden(JSON.parse(json), redact));
  } catch {
    // The text is nested too deeply to be searched.
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
