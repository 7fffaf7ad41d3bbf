import { aggregateBody, isAggregate, listParameters, type QueryDraft } from './query-draft.ts';

interface CodePlace {
  readonly baseUrl: string;
  readonly key: string;
}

export const CODE_WAYS = ['curl', 'useQuery', 'ctx.data'] as const;
type CodeWay = (typeof CODE_WAYS)[number];

export function queryCode(way: CodeWay, draft: QueryDraft, place: CodePlace): string {
  if (way === 'curl') return curlText(draft, place);
  const name = literal(draft.table);
  if (isAggregate(draft)) {
    const body = code(aggregateBody(draft));
    return way === 'useQuery'
      ? `import { useAggregate } from '@service/data';\n\nconst { data, loading } = useAggregate(${name}, ${body});`
      : `const groups = await ctx.data.table(${name}).aggregate(${body});`;
  }
  const options = code(listOptions(draft));
  return way === 'useQuery'
    ? `import { useQuery } from '@service/data';\n\nconst { data, loading } = useQuery(${name}, ${options});`
    : `const rows = await ctx.data.table(${name}).list(${options});`;
}

function listOptions(draft: QueryDraft): object {
  const { select, limit, ...others } = listParameters(draft);
  return {
    ...(select !== undefined && { select: select.split(',').map((column) => column.trim()) }),
    ...others,
    ...(limit !== undefined && { limit: Number(limit) }),
  };
}

function curlText(draft: QueryDraft, { baseUrl, key }: CodePlace): string {
  const address = `${baseUrl}/data/${draft.table}`;
  const auth = `-H 'Authorization: Bearer ${key}'`;
  if (isAggregate(draft)) {
    const body = quote(JSON.stringify(aggregateBody(draft)));
    return [
      `curl ${quote(`${address}/aggregate`)}`,
      auth,
      "-H 'Content-Type: application/json'",
      `--data-raw ${body}`,
    ].join(' \\\n  ');
  }
  const parameters = Object.entries(listParameters(draft)).map(
    ([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`,
  );
  return [`curl -G ${quote(address)}`, auth, ...parameters].join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function literal(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

function code(value: unknown): string {
  if (typeof value === 'string') return literal(value);
  if (Array.isArray(value)) return `[${value.map(code).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, one]) => `${name}: ${code(one)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
