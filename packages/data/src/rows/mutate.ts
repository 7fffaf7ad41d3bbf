import { type AnyRow, reported, tablesChanged } from '@service/client/internal';
import type { Change } from '../cache/change.ts';
import { loadChanges, loadedChanges } from '../cache/load-changes.ts';
import { replaceChange } from '../cache/pending-changes.ts';
import { queryCache } from '../cache/query-client.ts';

export interface Mutation<T> {
  readonly table: string;
  readonly work: () => Promise<T>;
  /** What is shown meanwhile. */
  readonly change?: Change | undefined;
  readonly refresh?: 'await' | 'background' | false | undefined;
}

/** Changes rows and has whoever shows them read them again. A reading that fails is not a failure of the change. */
export async function mutate<T>({ table, work, change, refresh }: Mutation<T>): Promise<T> {
  if (change && !loadedChanges()) await loadChanges();
  let shown = change;
  const show = (next: Change | undefined): void => {
    if (change) replaceChange(table, shown, next);
    shown = next;
  };
  show(change);
  let result: T;
  try {
    result = await reported(work());
  } catch (error) {
    show(undefined);
    throw error;
  }
  if (change?.kind === 'insert') show({ kind: 'insert', rows: [result].flat() as AnyRow[] });
  if (refresh === false) {
    if (shown) loadedChanges()?.keepChange(queryCache(), table, shown);
    show(undefined);
    return result;
  }
  // It is shown until the rows themselves are there.
  const reading = tablesChanged([table]).finally(() => show(undefined));
  if (refresh !== 'background') await reading;
  return result;
}
