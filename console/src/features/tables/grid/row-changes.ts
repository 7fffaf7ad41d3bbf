import { notify } from '../../../shared/feedback/notices.ts';
import { plural } from '../../../shared/text/formats.ts';
import type { BatchItem, GridRow, RowValues } from './rows-api.ts';
import type { ChangesContext } from './use-cell-changes.ts';

export interface PastedRow {
  readonly row: GridRow;
  readonly values: RowValues;
}

export interface RowChanges {
  insert(values: RowValues): Promise<GridRow>;
  paste(rows: readonly PastedRow[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  removeMatching(filter: string | undefined): Promise<void>;
}

interface RowChangesContext extends ChangesContext {
  readonly onFailure: (error: unknown) => void;
}

export function createRowChanges({ api, rows, undo, onFailure }: RowChangesContext): RowChanges {
  const update = async (items: readonly BatchItem[]): Promise<void> => {
    for (const row of await api.batch(items)) {
      rows.keep(row.id, Promise.resolve(row));
      rows.show(row);
    }
  };
  const paste = async (pasted: readonly PastedRow[]): Promise<void> => {
    onFailure(undefined);
    try {
      await update(pasted.map(({ row, values }) => ({ op: 'update', id: row.id, data: values })));
      undo.remember({
        text: `${plural(pasted.length, 'row')} changed.`,
        undone: `${plural(pasted.length, 'row')} changed back.`,
        undo: () => update(pasted.map(oldValues)),
      });
    } catch (error) {
      onFailure(error);
    }
  };

  return {
    async insert(values) {
      const row = await api.insert(values);
      await rows.refresh();
      undo.remember({
        text: 'Row created.',
        undone: 'Row deleted again.',
        undo: async () => {
          await api.batch([{ op: 'delete', id: row.id }]);
          await rows.refresh();
        },
      });
      return row;
    },
    paste: (pasted) => undo.inTurn(() => paste(pasted)),
    async remove(ids) {
      const removed = await api.batch(ids.map((id) => ({ op: 'delete', id })));
      await rows.refresh();
      undo.remember({
        text: `${plural(removed.length, 'row')} deleted.`,
        undone: `${plural(removed.length, 'row')} restored.`,
        undo: async () => {
          await api.batch(removed.map((data) => ({ op: 'insert', data })));
          await rows.refresh();
        },
      });
    },
    async removeMatching(filter) {
      const count = await api.deleteMatching(filter);
      await rows.refresh();
      notify(`${plural(count, 'row')} deleted.`);
    },
  };
}

function oldValues({ row, values }: PastedRow): BatchItem {
  const old = Object.keys(values).map((name) => [name, row[name] ?? null]);
  return { op: 'update', id: row.id, data: Object.fromEntries(old) };
}
