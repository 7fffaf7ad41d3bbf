import { setTimeout as pause } from 'node:timers/promises';
import type { StoreName } from '../../../database/index.ts';
import { isDatabaseFailure } from '../../../database/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { carryOut, findPending } from './carry-out.ts';
import { type ChangeLease, ChangeStopped, keepLease } from './change-lease.ts';
import type { ChangesContext } from './changes-context.ts';
import { giveUp } from './give-up.ts';
import { type TableChange, UNFINISHED } from './table-change.ts';

/** While another process works on a change, this process checks again after this time. */
const OTHERS_TURN_MS = 3_000;
const RETRY_MS = 5_000;

export interface ChangeRunner {
  /** Works on the change until it has ended, unless this process already does. */
  start(store: StoreName, tableId: string, id: string): void;
  /** Resolves when this process has nothing left to do for the change; undefined when it does not work on it. */
  ended(id: string): Promise<void> | undefined;
  /** Stops the work at once when the change is being cancelled. */
  check(id: string): Promise<void>;
  stop(): Promise<void>;
}

/** `onEnded` is called whenever this process has ended a change. */
export function createChangeRunner(context: ChangesContext, onEnded: (store: StoreName) => void): ChangeRunner {
  const { cache, rows, onError } = context;
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();
  const leases = new Map<string, ChangeLease>();

  /** Returns whether nothing is left to do for this process. */
  const attempt = async (store: StoreName, tableId: string, id: string): Promise<boolean> => {
    const catalogue = await cache.get(store);
    if (findPending(catalogue, { tableId, id }) === undefined) return await endLost(store, id);
    if (!(await rows.claim(store, id))) {
      await cache.reload(store, catalogue.version);
      return false;
    }
    const change = await rows.find(store, id);
    if (change === undefined) return false;
    await work(store, change, async (lease) => {
      if (change.state === 'cancelling') throw new ChangeStopped('cancelled');
      await carryOut(context, store, change, lease);
    });
    return true;
  };

  const work = async (
    store: StoreName,
    change: TableChange,
    carry: (lease: ChangeLease) => Promise<void>,
  ): Promise<void> => {
    const lease = keepLease(rows, { store, id: change.id, closing: closing.signal });
    leases.set(change.id, lease);
    try {
      await carry(lease);
    } catch (error) {
      await endEarly(context, store, change, error);
    } finally {
      lease.stop();
      leases.delete(change.id);
      onEnded(store);
    }
  };

  /**
   * Release 0.1.0 knows no changes that take long: when it changes the table, the table's mark is gone. The mark and the
   * stored change are written together, so the change is read first: if it is unfinished and a catalogue that is read
   * afterwards does not show its mark, the mark is lost.
   */
  const endLost = async (store: StoreName, id: string): Promise<boolean> => {
    const change = await rows.find(store, id);
    if (change === undefined || !UNFINISHED.includes(change.state)) return true;
    const { stored } = await cache.reload(store);
    // Another change of the table may prepare the same indexes, so it ends first.
    if (stored.get(change.tableId)?.definition.pending !== undefined) return false;
    if (!(await rows.claim(store, id))) return false;
    await work(store, change, () => Promise.reject(lostMark(change)));
    return true;
  };

  const run = async (store: StoreName, tableId: string, id: string): Promise<void> => {
    while (!closing.signal.aborted) {
      let waitMs = OTHERS_TURN_MS;
      try {
        if (await attempt(store, tableId, id)) return;
      } catch (error) {
        if (isDatabaseFailure(error, 'dropped') || closing.signal.aborted) return;
        if (!(error instanceof ChangeStopped)) {
          onError(error);
          waitMs = RETRY_MS;
        }
      }
      await pause(waitMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
  };

  return {
    start(store, tableId, id) {
      if (closing.signal.aborted || running.has(id)) return;
      running.set(
        id,
        run(store, tableId, id).finally(() => running.delete(id)),
      );
    },
    ended: (id) => running.get(id),
    check: async (id) => leases.get(id)?.check(),
    async stop() {
      closing.abort(new ChangeStopped('closing'));
      await Promise.all(running.values());
    },
  };
}

async function endEarly(context: ChangesContext, store: StoreName, change: TableChange, error: unknown): Promise<void> {
  if (error instanceof ServiceError) return await giveUp(context, store, change, error);
  // Otherwise the change would take all room that somebody makes.
  if (isDatabaseFailure(error, 'storage_full')) return await giveUp(context, store, change, noRoom(error));
  if (!(error instanceof ChangeStopped)) throw error;
  if (error.reason === 'cancelled') await giveUp(context, store, change);
  else if (error.reason === 'closing') await context.rows.release(store, change.id);
  else throw error;
}

function lostMark({ table }: TableChange): ServiceError {
  return new ServiceError('conflict', `The table '${table}' was changed by an older release meanwhile: try again.`);
}

function noRoom(cause: unknown): ServiceError {
  return new ServiceError('storage_full', 'There is no room left on the disk for this change.', { cause });
}
