type Details = Readonly<Record<string, unknown>>;

/** The name of an audit entry's target, where the entry has it; otherwise its id. */
export function targetName(target: string, { number, name, email, description, url }: Details): string {
  if (typeof number === 'number') return `Deployment ${number}`;
  for (const text of [name, email, description, url]) if (typeof text === 'string' && text !== '') return text;
  return target;
}
