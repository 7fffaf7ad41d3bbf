/** Parameters after `?` in an address of the console: plain text, as a person would write it. */
export type Search = Readonly<Record<string, string>>;

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Parameters without a value are left out, so that an address says only what differs from the usual. */
export function searchText(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') parameters.set(name, value);
  }
  // Addresses are read and sent by people: what may stand as it is, does.
  const text = parameters.toString().replace(/%3A|%2C|%2F/g, decodeURIComponent);
  return text === '' ? '' : `?${text}`;
}
