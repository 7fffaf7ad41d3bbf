import { dataPath, type ListParameters, listPath, send } from '@service/client/internal';
import { type Page, pageOf } from '../cache/page.ts';
import { tick } from '../cache/pending-changes.ts';

export async function readPage(table: string, parameters: ListParameters, signal?: AbortSignal): Promise<Page> {
  const readAt = tick();
  const { data, count } = await send<{ data: Page['rows']; count?: number }>(listPath(dataPath(table), parameters), {
    signal,
  });
  return pageOf(data, { count, readAt });
}
