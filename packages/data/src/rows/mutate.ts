import { reported, state, tablesChanged } from '@service/client/internal';
import type { Change, Which } from '../cache/change.ts';
import { loadChanges, loadedChanges } from '../cache/load-changes.ts';
import { pending, replaceChange, tick } from '../cache/pending-changes.ts';
import { settleChanges } from '../cache/query-client.ts';

export interface Mutation<T> {
  readonly table: string;
  /** The row or rows that are changed; not for inserts. */
  readonly which?: Which | undefined;
  /** Is given `which`, with the service's id for a row that had none yet. */
  readonly work: (which: Which) => Promise<T>;
  /** The optimistic change, shown while the work goes on. */
  readonly change?: Change | undefined;
  readonly refresh?: 'await' | 'background' | false | undefined;
}

/** Changes rows and has whoever shows them read them again. A reading that fails is not a failure of the change. */
export async function mutate<T>({ table, which, work, change, refresh }: Mutation<T>): Promise<T> {
  const changes = loadedChanges() ?? (await loadChanges());
  const { epoch, identity } = state();
  let shown: Change | undefined;
  const show = (next: Change | undefined): void => {
    // A change of one user is not shown to another who has signed in meanwhile.
    if (state().epoch === epoch) replaceChange(table, shown, next);
    shown = next;
  };
  if (change && changes) show(changes.begun(change, identity.user?.id));
  const known = pending();
  const call = changes ? changes.inOrder(known, which, work) : work(which ?? '');
  let result: T;
  try {
    const sent = reported(changes && shown ? changes.lastOfRows(known, shown, call) : call);
    result = await (changes?.together(known, table, sent) ?? sent);
  } catch (error) {
    if (shown) show(undefined);
    throw error;
  }
  // It is shown until each list has been read again by a request that began after this moment.
  if (changes && shown) show(changes.confirmed(shown, result, tick()));
  settleChanges(table);
  if (refresh === false) return result;
  const reading = Promise.resolve(changes?.untilOthersEnd(known, table)).then(() => tablesChanged([table]));
  if (refresh !== 'background') await reading;
  return result;
}
