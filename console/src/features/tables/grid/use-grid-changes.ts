import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { dismissNotice, notify } from '../../../shared/feedback/notices.ts';
import { plural } from '../../../shared/text/formats.ts';
import type { Column } from '../column-types.ts';
import type { RowsPage } from './page-query.ts';
import { type BatchItem, createRowsApi, type GridRow, type RowsApi, type RowValues } from './rows-api.ts';
import { type Change, createUndoStack } from './undo-stack.ts';

/** A value that is being saved, or that the service refused. */
export interface UnsavedValue {
  readonly row: GridRow;
  readonly column: Column;
  readonly value: unknown;
  /** Why the value was refused; undefined while it is being saved. */
  readonly error?: unknown;
}

/** A row that another user has changed since it was read. */
export interface Conflict {
  readonly column: Column;
  readonly mine: unknown;
  readonly theirs: GridRow;
}

export interface GridChanges {
  readonly api: RowsApi;
  /** By `<row id> <column>`. */
  readonly unsaved: ReadonlyMap<string, UnsavedValue>;
  readonly conflict: Conflict | undefined;
  /** A failure that does not belong to a cell. */
  readonly failure: unknown;
  save(row: GridRow, column: Column, value: unknown): Promise<void>;
  retry(unsaved: UnsavedValue): Promise<void>;
  giveUp(unsaved: UnsavedValue): void;
  /** `later` keeps the value, to be retried or discarded. */
  resolve(choice: 'mine' | 'theirs' | 'later'): Promise<void>;
  insert(values: RowValues): Promise<GridRow>;
  /** Changes several rows as one step that is undone at once. */
  paste(rows: readonly { readonly row: GridRow; readonly values: RowValues }[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  removeMatching(filter: string | undefined): Promise<void>;
  undo(): Promise<void>;
}

export const unsavedKey = (id: string, column: string): string => `${id} ${column}`;

/** All writes of a grid: saved immediately, never over another user's change, and undoable for fifty steps. */
export function useGridChanges(project: string, table: string): GridChanges {
  const client = useQueryClient();
  const changed = useChanged();
  const api = createRowsApi(project, table);
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, UnsavedValue>>(new Map());
  const [conflict, setConflict] = useState<Conflict>();
  const [failure, setFailure] = useState<unknown>();
  const stack = useRef(createUndoStack());
  /** The notice of each change, which must go when the change is undone. */
  const notices = useRef(new WeakMap<Change, number>());
  /** The running change. An undo waits for it, because it may become the change to undo. */
  const underWay = useRef<Promise<unknown>>(Promise.resolve());
  /** Changes of one row run one after the other, each on the row that the previous one returned. */
  const latest = useRef(new Map<string, Promise<GridRow>>());

  const note = (entry: UnsavedValue): void =>
    setUnsaved((known) => new Map(known).set(unsavedKey(entry.row.id, entry.column.name), entry));
  const forget = ({ row, column }: Pick<UnsavedValue, 'row' | 'column'>): void =>
    setUnsaved((known) => {
      const next = new Map(known);
      next.delete(unsavedKey(row.id, column.name));
      return next;
    });

  const show = (row: GridRow): void => {
    client.setQueriesData<RowsPage>({ queryKey: [project, 'rows', table, 'page'] }, (page) =>
      page === undefined
        ? page
        : { ...page, rows: page.rows.map((one) => (one.id === row.id ? { ...one, ...row } : one)) },
    );
  };
  const refresh = async (): Promise<void> => {
    await Promise.all([changed(project, 'rows', table), changed(project, 'tables')]);
  };
  const remember = (change: Change): void => {
    stack.current.push(change);
    notices.current.set(
      change,
      notify(change.text, () => void takeBack(change)),
    );
  };

  const inTurn = (run: () => Promise<void>): Promise<void> => {
    const turn = underWay.current.then(run);
    underWay.current = turn.catch(() => undefined);
    return turn;
  };
  const save = (row: GridRow, column: Column, value: unknown): Promise<void> => {
    const saving = saveCell(row, column, value);
    underWay.current = Promise.all([underWay.current, saving]);
    return saving;
  };
  const saveCell = async (row: GridRow, column: Column, value: unknown): Promise<void> => {
    const entry = { row, column, value };
    note(entry);
    const before = newest(row, await latest.current.get(row.id));
    const change = api.change(before, { [column.name]: value });
    latest.current.set(
      row.id,
      change.then(
        (saved) => saved ?? before,
        () => before,
      ),
    );
    try {
      const saved = await change;
      if (saved === undefined) {
        latest.current.delete(row.id);
        setConflict({ column, mine: value, theirs: await api.get(row.id) });
        return;
      }
      show(saved);
      forget(entry);
      remember({
        text: `${column.name} changed.`,
        undone: `${column.name} changed back.`,
        undo: async () => {
          const present = newest(saved, await latest.current.get(row.id));
          const back = await api.change(present, { [column.name]: before[column.name] ?? null });
          if (back === undefined) throw new Error('Somebody else has changed this row since. Nothing was taken back.');
          latest.current.set(row.id, Promise.resolve(back));
          show(back);
        },
      });
    } catch (error) {
      latest.current.delete(row.id);
      note({ ...entry, error });
    }
  };

  const takeBack = (wanted?: Change): Promise<void> =>
    inTurn(async () => {
      const change = stack.current.take(wanted);
      if (change === undefined) return;
      try {
        setFailure(undefined);
        await change.undo();
        dismissNotice(notices.current.get(change) ?? 0);
        notify(change.undone);
      } catch (error) {
        setFailure(error);
      }
    });

  const pasteRows: GridChanges['paste'] = async (rows) => {
    setFailure(undefined);
    try {
      const saved = await api.batch(rows.map(({ row, values }) => ({ op: 'update', id: row.id, data: values })));
      for (const row of saved) {
        latest.current.set(row.id, Promise.resolve(row));
        show(row);
      }
      const back = rows.map(({ row, values }): BatchItem => {
        const old = Object.keys(values).map((name) => [name, row[name] ?? null]);
        return { op: 'update', id: row.id, data: Object.fromEntries(old) };
      });
      remember({
        text: `${plural(rows.length, 'row')} changed.`,
        undone: `${plural(rows.length, 'row')} changed back.`,
        undo: async () => {
          for (const row of await api.batch(back)) {
            latest.current.set(row.id, Promise.resolve(row));
            show(row);
          }
        },
      });
    } catch (error) {
      setFailure(error);
    }
  };

  return {
    api,
    unsaved,
    conflict,
    failure,
    save,
    retry: ({ row, column, value }) => save(row, column, value),
    giveUp: forget,
    undo: () => takeBack(),
    async resolve(choice) {
      if (conflict === undefined) return;
      const { column, mine, theirs } = conflict;
      setConflict(undefined);
      show(theirs);
      if (choice === 'later') return note({ row: theirs, column, value: mine, error: changedMeanwhile(theirs) });
      forget({ row: theirs, column });
      if (choice === 'mine') await save(theirs, column, mine);
    },
    async insert(values) {
      const row = await api.insert(values);
      await refresh();
      remember({
        text: 'Row created.',
        undone: 'Row deleted again.',
        undo: async () => {
          await api.batch([{ op: 'delete', id: row.id }]);
          await refresh();
        },
      });
      return row;
    },
    paste: (rows) => inTurn(() => pasteRows(rows)),
    async remove(ids) {
      const rows = await api.batch(ids.map((id) => ({ op: 'delete', id })));
      await refresh();
      remember({
        text: `${plural(rows.length, 'row')} deleted.`,
        undone: `${plural(rows.length, 'row')} restored.`,
        undo: async () => {
          await api.batch(rows.map((data) => ({ op: 'insert', data })));
          await refresh();
        },
      });
    },
    async removeMatching(filter) {
      const count = await api.deleteMatching(filter);
      await refresh();
      notify(`${plural(count, 'row')} deleted.`);
    },
  };
}

export function changedMeanwhile(row: GridRow): ApiFailure {
  return new ApiFailure(409, {
    error: 'The row was changed by somebody else after you read it.',
    code: 'conflict',
    details: { current: row['updated_at'] },
  });
}

/** The later of two versions: the row as it was read, or as this page last saved it. */
function newest(row: GridRow, left: GridRow | undefined): GridRow {
  return left !== undefined && String(left['updated_at']) > String(row['updated_at']) ? left : row;
}
