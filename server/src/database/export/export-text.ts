import type { ExportPage } from '../database.ts';

export interface ExportFrame {
  readonly head: string;
  readonly between: string;
  readonly tail: (rows: number) => string;
}

export const JSON_FRAME: ExportFrame = { head: '{"data":[', between: ',', tail: (rows) => `],"count":${rows}}` };

export const NDJSON_FRAME: ExportFrame = { head: '', between: '', tail: () => '' };

/** Column names need no quotes. */
export function csvFrame(names: readonly string[]): ExportFrame {
  return { head: `${names.join(',')}\r\n`, between: '', tail: () => '' };
}

/**
 * Reads the first page before it resolves, so that a failure can still become an error response. A consumer that stops,
 * even before it reads, also stops the database; a generator that was never started would not.
 */
export async function openExport(
  source: AsyncIterable<ExportPage>,
  frame: ExportFrame,
): Promise<AsyncIterableIterator<string>> {
  const pages = source[Symbol.asyncIterator]();
  let ready: IteratorResult<ExportPage> | undefined = await pages.next();
  let lead = frame.head;
  let rows = 0;
  let isOver = false;

  const next = async (): Promise<IteratorResult<string>> => {
    while (!isOver) {
      const page: IteratorResult<ExportPage> = ready ?? (await pages.next());
      ready = undefined;
      if (page.done === true) {
        isOver = true;
        return { done: false, value: (rows === 0 ? lead : '') + frame.tail(rows) };
      }
      if (page.value.rows === 0) continue;
      const text = lead + page.value.text;
      lead = frame.between;
      rows += page.value.rows;
      return { done: false, value: text };
    }
    return { done: true, value: undefined };
  };

  const stop = async (): Promise<IteratorResult<string>> => {
    isOver = true;
    await pages.return?.();
    return { done: true, value: undefined };
  };

  const iterator: AsyncIterableIterator<string> = { next, return: stop, [Symbol.asyncIterator]: () => iterator };
  return iterator;
}
