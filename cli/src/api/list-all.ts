import type { Api, Records } from './api.ts';
import type { Query } from './path.ts';

const PAGE = 1000;

export async function listAll(api: Api, path: string, query: Query = {}): Promise<Records> {
  const data: Record<string, unknown>[] = [];
  for (;;) {
    const page = await api.get<Record<string, unknown>[]>(path, { ...query, limit: PAGE, offset: data.length });
    data.push(...page.data);
    if (page.data.length < PAGE) return { data, count: page.count ?? data.length };
  }
}
