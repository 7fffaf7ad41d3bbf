import { useState } from 'react';
import { createRowChanges, type RowChanges } from './row-changes.ts';
import { createRowsApi, type RowsApi } from './rows-api.ts';
import { type CellChanges, useCellChanges } from './use-cell-changes.ts';
import { useShownRows } from './use-shown-rows.ts';
import { useUndo } from './use-undo.ts';

export interface GridChanges extends CellChanges, RowChanges {
  readonly api: RowsApi;
  readonly failure: unknown;
  undo(): Promise<void>;
}

/** All writes of a grid: saved immediately, never over another user's change, and undoable for fifty steps. */
export function useGridChanges(project: string, table: string): GridChanges {
  const api = createRowsApi(project, table);
  const rows = useShownRows(project, table);
  const [failure, setFailure] = useState<unknown>();
  const undo = useUndo(setFailure);
  const cells = useCellChanges({ api, rows, undo });
  return {
    api,
    failure,
    ...cells,
    ...createRowChanges({ api, rows, undo, onFailure: setFailure }),
    undo: () => undo.takeBack(),
  };
}
