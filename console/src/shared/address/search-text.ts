export type Search = Readonly<Record<string, string>>;

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function searchText(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') parameters.set(name, value);
  }
  // Users read and share addresses, so characters stay unescaped where possible.
  const text = parameters.toString().replace(/%3A|%2C|%2F/g, decodeURIComponent);
  return text === '' ? '' : `?${text}`;
}
