/** A path of the API; whatever is put in is one segment of it. */
export function path(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((text, part, index) => `${text}${segment(values[index - 1] ?? '')}${part}`);
}

/** An address takes `.` and `..` for steps, also when they are encoded: those can only be a mistake. */
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
