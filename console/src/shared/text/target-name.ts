type Details = Readonly<Record<string, unknown>>;

export function targetName(target: string, { number, name, email, description, url }: Details): string {
  if (typeof number === 'number') return `Deployment ${number}`;
  for (const text of [name, email, description, url]) if (typeof text === 'string' && text !== '') return text;
  return target;
}
