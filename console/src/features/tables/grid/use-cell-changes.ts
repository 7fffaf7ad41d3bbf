import { useState } from 'react';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import type { Column } from '../column-types.ts';
import type { GridRow, RowsApi } from './rows-api.ts';
import type { Change } from './undo-stack.ts';
import type { ShownRows } from './use-shown-rows.ts';
import type { Undo } from './use-undo.ts';

export interface UnsavedValue {
  readonly row: GridRow;
  readonly column: Column;
  readonly value: unknown;
  readonly error?: unknown;
}

export interface Conflict {
  readonly column: Column;
  readonly mine: unknown;
  readonly theirs: GridRow;
}

export interface CellChanges {
  readonly unsaved: ReadonlyMap<string, UnsavedValue>;
  readonly conflict: Conflict | undefined;
  save(row: GridRow, column: Column, value: unknown): Promise<void>;
  retry(unsaved: UnsavedValue): Promise<void>;
  giveUp(unsaved: UnsavedValue): void;
  /** `later` keeps the value, to be retried or discarded. */
  resolve(choice: 'mine' | 'theirs' | 'later'): Promise<void>;
}

export interface ChangesContext {
  readonly api: RowsApi;
  readonly rows: ShownRows;
  readonly undo: Undo;
}

export const unsavedKey = (id: string, column: string): string => `${id} ${column}`;

export function useCellChanges({ api, rows, undo }: ChangesContext): CellChanges {
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, UnsavedValue>>(new Map());
  const [conflict, setConflict] = useState<Conflict>();

  const note = (entry: UnsavedValue): void =>
    setUnsaved((known) => new Map(known).set(unsavedKey(entry.row.id, entry.column.name), entry));
  const forget = ({ row, column }: Pick<UnsavedValue, 'row' | 'column'>): void =>
    setUnsaved((known) => {
      const next = new Map(known);
      next.delete(unsavedKey(row.id, column.name));
      return next;
    });

  const save = (row: GridRow, column: Column, value: unknown): Promise<void> => {
    const saving = saveCell({ row, column, value });
    undo.waitFor(saving);
    return saving;
  };
  const saveCell = async (entry: UnsavedValue): Promise<void> => {
    const { row, column, value } = entry;
    note(entry);
    const before = await rows.newest(row);
    const change = api.change(before, { [column.name]: value });
    rows.keep(
      row.id,
      change.then(
        (saved) => saved ?? before,
        () => before,
      ),
    );
    try {
      const saved = await change;
      if (saved === undefined) {
        rows.forget(row.id);
        setConflict({ column, mine: value, theirs: await api.get(row.id) });
        return;
      }
      rows.show(saved);
      forget(entry);
      undo.remember(changeBack({ api, rows, column, before, saved }));
    } catch (error) {
      rows.forget(row.id);
      note({ ...entry, error });
    }
  };

  return {
    unsaved,
    conflict,
    save,
    retry: ({ row, column, value }) => save(row, column, value),
    giveUp: forget,
    async resolve(choice) {
      if (conflict === undefined) return;
      const { column, mine, theirs } = conflict;
      setConflict(undefined);
      rows.show(theirs);
      if (choice === 'later') return note({ row: theirs, column, value: mine, error: changedMeanwhile(theirs) });
      forget({ row: theirs, column });
      if (choice === 'mine') await save(theirs, column, mine);
    },
  };
}

interface SavedCell extends Pick<ChangesContext, 'api' | 'rows'> {
  readonly column: Column;
  readonly before: GridRow;
  readonly saved: GridRow;
}

function changeBack({ api, rows, column, before, saved }: SavedCell): Change {
  return {
    text: `${column.name} changed.`,
    undone: `${column.name} changed back.`,
    undo: async () => {
      const present = await rows.newest(saved);
      const back = await api.change(present, { [column.name]: before[column.name] ?? null });
      if (back === undefined) throw new Error('Somebody else has changed this row since. Nothing was taken back.');
      rows.keep(saved.id, Promise.resolve(back));
      rows.show(back);
    },
  };
}

export function changedMeanwhile(row: GridRow): ApiFailure {
  return new ApiFailure(409, {
    error: 'Another person changed the row after you read it.',
    code: 'conflict',
    details: { current: row['updated_at'] },
  });
}
