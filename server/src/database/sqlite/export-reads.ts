import { randomUUID } from 'node:crypto';
import type { ExportPage, ExportRead, StoreName } from '../database.ts';
import type { PageReply } from './protocol.ts';
import type { MakeRequest } from './thread.ts';

/** Sorts before every id. */
const FIRST = '';

type Scan = <Value>(make: MakeRequest) => Promise<Value>;

export function exportPages(store: StoreName, read: ExportRead, scan: Scan): AsyncIterable<ExportPage> {
  return read.afterId === undefined ? pagesBySavedIds(store, read, scan) : pagesById(store, read, scan);
}

async function* pagesById(store: StoreName, read: ExportRead, scan: Scan): AsyncGenerator<ExportPage> {
  const { afterId, format } = read;
  if (afterId === undefined) return;
  let after = FIRST;
  for (;;) {
    const from = after;
    const page: PageReply = await scan((id, numberOf) => ({
      id,
      op: 'page_after',
      store,
      text: numberOf(afterId.text),
      values: afterId.values,
      after: from,
      format,
    }));
    if (page.rows > 0) yield { text: page.text, rows: page.rows };
    if (page.isLast) return;
    after = page.after;
  }
}

async function* pagesBySavedIds(store: StoreName, read: ExportRead, scan: Scan): AsyncGenerator<ExportPage> {
  const { ids, amongIds, format } = read;
  const file = `${randomUUID()}.ids`;
  try {
    await scan((id, numberOf) => {
      return { id, op: 'save_ids', store, text: numberOf(ids.text), values: ids.values, file };
    });
    let position = 0;
    for (;;) {
      const from = position;
      const page: PageReply = await scan((id, numberOf) => ({
        id,
        op: 'page_among',
        store,
        text: numberOf(amongIds.text),
        values: amongIds.values,
        file,
        position: from,
        format,
      }));
      if (page.rows > 0) yield { text: page.text, rows: page.rows };
      if (page.isLast) return;
      position = page.position;
    }
  } finally {
    await scan((id) => ({ id, op: 'drop_ids', store, file })).catch(() => undefined);
  }
}
