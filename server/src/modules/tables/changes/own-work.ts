import { isDatabaseFailure, type StoreName, type TableDefinition } from '../../../database/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Catalogue, StoredTable } from '../catalogue.ts';
import { beginChange } from './begin-change.ts';
import type { ChangeRunner } from './change-runner.ts';
import type { ChangesContext } from './changes-context.ts';

export interface OwnWork {
  start(store: StoreName, table: TableDefinition): void;
}

/** This process does not repeat a failed or cancelled build: lists without the index are slow, but correct. */
export function createOwnWork(context: ChangesContext, runner: ChangeRunner): OwnWork {
  const begun = new Set<string>();

  const begin = async (store: StoreName, tableId: string): Promise<string> => {
    const find = (catalogue: Catalogue): StoredTable => {
      const table = catalogue.stored.get(tableId);
      if (table?.definition.unbuilt === undefined) throw new ServiceError('conflict', 'Another process was quicker.');
      return table;
    };
    const project = { id: '', store };
    const author = { operator: { kind: 'service' } } as const;
    const change = await beginChange(context, { project, author, input: {}, rowsTotal: 0, find });
    runner.start(store, tableId, change.id);
    await context.announce(store);
    return change.id;
  };

  const carryOut = async (store: StoreName, tableId: string, work: string): Promise<void> => {
    const changeId = await begin(store, tableId);
    await runner.ended(changeId);
    // The same indexes and keys may have to be made again one day.
    if ((await context.rows.find(store, changeId))?.state === 'done') begun.delete(work);
  };

  return {
    start(store, { id, unbuilt = [] }) {
      const work = `${id} ${unbuilt.join()}`;
      if (begun.has(work)) return;
      begun.add(work);
      carryOut(store, id, work).catch((error: unknown) => {
        if (!(error instanceof ServiceError) && !isDatabaseFailure(error, 'dropped')) context.onError(error);
      });
    },
  };
}
