/** An API path; each inserted value becomes exactly one segment. */
export function path(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((text, part, index) => `${text}${segment(values[index - 1] ?? '')}${part}`);
}

/** URLs resolve `.` and `..` as steps, even when encoded, so such values, which can only be mistakes, are replaced. */
function segment(value: string): string {
  if (value === '' || value === '.' || value === '..') return '%00';
  return encodeURIComponent(value);
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export function withQuery(address: string, query: Query = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return address;
  return `${address}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}
