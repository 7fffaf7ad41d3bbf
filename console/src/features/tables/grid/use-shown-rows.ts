import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useChanged } from '../../../shared/api/use-changes.ts';
import type { RowsPage } from './page-query.ts';
import type { GridRow } from './rows-api.ts';

export interface ShownRows {
  show(row: GridRow): void;
  refresh(): Promise<void>;
  /** The latest version of a row: as read, as last saved here, or as a running save will return it. */
  newest(row: GridRow): Promise<GridRow>;
  /** Records what the running save will return, so that the next change of the row builds on it. */
  keep(id: string, saved: Promise<GridRow>): void;
  forget(id: string): void;
}

export function useShownRows(project: string, table: string): ShownRows {
  const client = useQueryClient();
  const changed = useChanged();
  /** Changes of one row run one after the other, each on the row that the previous one returned. */
  const latest = useRef(new Map<string, Promise<GridRow>>());
  return {
    show: (row) => {
      client.setQueriesData<RowsPage>({ queryKey: [project, 'rows', table, 'page'] }, (page) =>
        page === undefined
          ? page
          : { ...page, rows: page.rows.map((one) => (one.id === row.id ? { ...one, ...row } : one)) },
      );
    },
    refresh: async () => {
      await Promise.all([changed(project, 'rows', table), changed(project, 'tables')]);
    },
    newest: async (row) => {
      const left = await latest.current.get(row.id);
      return left !== undefined && String(left['updated_at']) > String(row['updated_at']) ? left : row;
    },
    keep: (id, saved) => void latest.current.set(id, saved),
    forget: (id) => void latest.current.delete(id),
  };
}
