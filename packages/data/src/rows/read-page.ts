import { dataPath, type ListParameters, listPath, send } from '@service/client/internal';
import type { Page } from '../cache/page.ts';

export async function readPage(table: string, parameters: ListParameters): Promise<Page> {
  const { data, count } = await send<{ data: Page['rows']; count?: number }>(listPath(dataPath(table), parameters));
  return { rows: data, count, hasMore: false };
}
