import { reported, state, tablesChanged } from '@service/client/internal';
import type { Change, Which } from '../cache/change.ts';
import { inOrder, together, untilOthersEnd } from '../cache/in-order.ts';
import { loadChanges, loadedChanges } from '../cache/load-changes.ts';
import { replaceChange } from '../cache/pending-changes.ts';
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
  if (change && !loadedChanges()) await loadChanges();
  const changes = change && loadedChanges();
  const { epoch, identity } = state();
  let shown: Change | undefined;
  const show = (next: Change | undefined): void => {
    // A change of one user is not shown to another who has signed in meanwhile.
    if (changes && state().epoch === epoch) replaceChange(table, shown, next);
    shown = next;
  };
  show(changes?.begun(change as Change, identity.user?.id));
  const call = inOrder(which, work);
  let result: T;
  try {
    result = await together(table, reported(changes && shown ? changes.lastOfRows(shown, call) : call));
  } catch (error) {
    show(undefined);
    throw error;
  }
  // It is shown until each list has been read again by a request that began after this moment.
  if (shown) show(changes?.confirmed(shown, result));
  settleChanges(table);
  if (refresh === false) return result;
  const reading = untilOthersEnd(table).then(() => tablesChanged([table]));
  if (refresh !== 'background') await reading;
  return result;
}
