import { reported, state, tablesChanged } from '@service/client/internal';
import type { Change, RowSelector } from '../cache/change.ts';
import { loadChanges, loadedChanges } from '../cache/load-changes.ts';
import { pending, replaceChange, tick } from '../cache/pending-changes.ts';
import { settleChanges } from '../cache/query-client.ts';

export interface Mutation<T> {
  readonly table: string;
  readonly which?: RowSelector | undefined;
  /** Receives `which`, with the service's id if the row was shown under a provisional one. */
  readonly work: (which: RowSelector) => Promise<T>;
  readonly change?: Change | undefined;
  readonly refresh?: 'await' | 'background' | false | undefined;
}

/** Reloads every query on the table, also after a failed change. A failed reload does not fail the change. */
export async function mutate<T>({ table, which, work, change, refresh }: Mutation<T>): Promise<T> {
  const changes = loadedChanges() ?? (await loadChanges());
  const { epoch, identity } = state();
  let shown: Change | undefined;
  const show = (next: Change | undefined): void => {
    // One user's change must not be shown to another who has signed in meanwhile.
    if (state().epoch === epoch) replaceChange(table, shown, next);
    shown = next;
  };
  if (change && changes) show(changes.begun(change, identity.user?.id));
  const known = pending();
  const readAgain = async (): Promise<void> => {
    await changes?.untilOthersEnd(known, table);
    await tablesChanged([table]);
  };
  const call = changes ? changes.inOrder(known, { table, which }, work) : work(which ?? '');
  let result: T;
  try {
    const sent = reported(changes && shown ? changes.lastOfRows(known, shown, call) : call);
    result = await (changes?.together(known, table, sent) ?? sent);
  } catch (error) {
    if (shown) show(undefined);
    // The answer may have been lost after the change was stored, or the screen may show what others have changed.
    if (refresh !== false) void readAgain();
    throw error;
  }
  // Keep showing the change until each list has been read by a request that started after this moment.
  if (changes && shown) show(changes.confirmed(shown, result, tick()));
  settleChanges(table);
  if (refresh === false) return result;
  const reading = readAgain();
  if (refresh !== 'background') await reading;
  return result;
}
