import type { AnyRow } from '@service/client/internal';
import type { RowSelector } from '../cache/change.ts';
import type { Mutation } from './mutate.ts';
import { insertRows, removeRows, updateRows, upsertRow } from './write-rows.ts';

type RunMutation = (mutation: Omit<Mutation<unknown>, 'table' | 'refresh'>) => Promise<unknown>;

export interface WriteActions {
  insert(row: AnyRow | readonly AnyRow[]): Promise<unknown>;
  update(which: RowSelector, patch: AnyRow): Promise<unknown>;
  upsert(row: AnyRow, options: { readonly on: string }): Promise<unknown>;
  remove(which: RowSelector): Promise<unknown>;
}

export function writeActions(table: string, perform: RunMutation): WriteActions {
  return {
    insert: (row) => perform({ work: () => insertRows(table, row), change: { kind: 'insert', rows: [row].flat() } }),
    update: (which, patch) =>
      perform({
        which,
        work: (known) => updateRows(table, known, patch),
        change: { kind: 'update', which, patch },
      }),
    upsert: (row, { on }) => perform({ work: () => upsertRow(table, row, on) }),
    remove: (which) => perform({ which, work: (known) => removeRows(table, known), change: { kind: 'remove', which } }),
  };
}
