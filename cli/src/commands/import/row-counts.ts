import type { Api } from '../../api/api.ts';
import { path } from '../../api/path.ts';

interface CountedTable {
  readonly name: string;
  readonly row_count: number;
}

export async function rowCount(api: Api, base: string, table: string): Promise<number | undefined> {
  return await api.get<CountedTable>(`${base}${path`/tables/${table}`}`).then(
    ({ data }) => data.row_count,
    () => undefined,
  );
}

export async function rowCounts(api: Api, base: string): Promise<ReadonlyMap<string, number>> {
  const { data } = await api.get<readonly CountedTable[]>(`${base}/tables`, { summary: true, limit: 1000 });
  return new Map(data.map((table) => [table.name, table.row_count]));
}
