import { reported, state, tablesChanged } from '@service/client/internal';
import type { Change } from '../cache/change.ts';
import { loadChanges, loadedChanges } from '../cache/load-changes.ts';
import { replaceChange } from '../cache/pending-changes.ts';
import { queryCache } from '../cache/query-client.ts';

export interface Mutation<T> {
  readonly table: string;
  readonly work: () => Promise<T>;
  /** The optimistic change, shown while the work goes on. */
  readonly change?: Change | undefined;
  readonly refresh?: 'await' | 'background' | false | undefined;
}

/** Changes rows and has whoever shows them read them again. A reading that fails is not a failure of the change. */
export async function mutate<T>({ table, work, change, refresh }: Mutation<T>): Promise<T> {
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
  let result: T;
  try {
    result = await reported(work());
  } catch (error) {
    show(undefined);
    throw error;
  }
  if (shown) show(changes?.confirmed(shown, result));
  if (refresh === false) {
    if (shown && state().epoch === epoch) changes?.keepChange(queryCache(), table, shown);
    show(undefined);
    return result;
  }
  // It is shown until the rows themselves are there.
  const reading = tablesChanged([table]).finally(() => show(undefined));
  if (refresh !== 'background') await reading;
  return result;
}
