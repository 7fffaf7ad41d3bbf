export type RequestHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The single value of a header; undefined when it is missing, empty or repeated. */
export type HeaderReader = (name: string) => string | undefined;

export function createHeaderReader(headers: RequestHeaders): HeaderReader {
  if (isFetchHeaders(headers)) return (name) => headers.get(name) || undefined;
  const values = new Map<string, string | readonly string[] | undefined>();
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    // A header in two spellings is ambiguous, so it counts as missing.
    values.set(key, values.has(key) ? undefined : value);
  }
  return (name) => {
    const value = values.get(name.toLowerCase());
    const single = Array.isArray(value) && value.length === 1 ? value[0] : value;
    return typeof single === 'string' && single !== '' ? single : undefined;
  };
}

function isFetchHeaders(headers: RequestHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}
