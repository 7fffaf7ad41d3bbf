import { useState } from 'react';
import { useAddress } from '../../../shared/address/use-address.ts';
import { useDialog } from '../../../shared/dialogs/use-dialog.tsx';
import { FailureAlert } from '../../../shared/feedback/failure-alert.tsx';
import { QueryPart } from '../../../shared/feedback/query-part.tsx';
import { useShortcut } from '../../../shared/keyboard/use-shortcut.ts';
import { useProject } from '../../../shared/project/project-context.tsx';
import type { TableInfo } from '../table-types.ts';
import { CellConflict } from './cell-conflict.tsx';
import { FilterField, FilterTerms } from './filter-bar.tsx';
import classes from './grid.module.css';
import { readGridAddress } from './grid-address.ts';
import { GridContent } from './grid-content.tsx';
import { useGridLayout } from './grid-storage.ts';
import { GridTools } from './grid-tools.tsx';
import { GridViews } from './grid-views.tsx';
import { NewRow } from './new-row.tsx';
import type { RowsPage } from './page-query.ts';
import { RowPanel } from './row-panel.tsx';
import { SearchBox } from './search-box.tsx';
import { SelectedRows } from './selected-rows.tsx';
import { shownColumns } from './shown-columns.ts';
import { NOTHING_SELECTED, type TableGrid } from './table-grid.ts';
import { UnsavedAlerts } from './unsaved-alerts.tsx';
import { useGridChanges } from './use-grid-changes.ts';
import { useTablePage } from './use-table-page.ts';

export function TableData({ table, isEditor }: { readonly table: TableInfo; readonly isEditor: boolean }) {
  const project = useProject();
  const { search } = useAddress();
  const address = readGridAddress(search);
  const rows = useTablePage(project.id, table.name, address);
  const grid = useTableGrid(table, {
    address,
    page: rows.shown?.data,
    isEditable: isEditor && address.as === undefined,
  });
  const { changes, dialog, isEditable, columns, selected, openNew } = grid;
  useShortcut(isEditable ? { keys: 'n', label: 'New row', run: openNew } : undefined);
  useShortcut({ keys: 'r', label: 'Refresh', run: rows.refresh });
  useShortcut(isEditable ? { keys: 'mod+z', label: 'Undo', run: () => void changes.undo() } : undefined);

  return (
    <>
      <GridTools
        table={table}
        shown={columns}
        address={address}
        onColumns={grid.setColumns}
        onRefresh={rows.refresh}
        onNew={isEditable ? openNew : undefined}
        dialog={dialog}
        views={<GridViews layout={grid.layout} onLayout={grid.setLayout} dialog={dialog} />}
      >
        <FilterField columns={table.columns} filter={address.filter} dialog={dialog} refusal={rows.refusal} />
        {table.columns.some(({ searchable }) => searchable === true) && <SearchBox search={address.search} />}
      </GridTools>
      <FilterTerms filter={address.filter} />
      {selected.size > 0 && (
        <SelectedRows
          table={table.name}
          address={address}
          page={grid.page}
          columns={columns}
          selected={selected}
          count={rows.count}
          changes={changes}
          dialog={dialog}
          onDelete={grid.askDelete}
          onClear={() => grid.select(NOTHING_SELECTED)}
        />
      )}
      <UnsavedAlerts changes={changes} />
      {changes.failure !== undefined && <FailureAlert error={changes.failure} />}
      {rows.shown !== undefined && (
        <QueryPart query={rows.shown} lines={10}>
          {(page: RowsPage) => (
            <div aria-busy={rows.isPlaceholder} className={classes.content}>
              <GridContent grid={grid} page={page} count={rows.count} />
            </div>
          )}
        </QueryPart>
      )}
      <OpenRow grid={grid} />
      {changes.conflict !== undefined && <CellConflict conflict={changes.conflict} changes={changes} />}
      {dialog.element}
    </>
  );
}

function OpenRow({ grid: { table, address, page, changes, isEditable } }: { readonly grid: TableGrid }) {
  const { change } = useAddress();
  if (address.row === undefined) return null;
  return (
    <RowPanel
      key={address.row}
      table={table}
      id={address.row}
      rows={page?.rows ?? []}
      changes={changes}
      isEditable={isEditable}
      onMove={(id) => change({ row: id }, { replace: true })}
      onClose={() => change({ row: undefined })}
    />
  );
}

function useTableGrid(table: TableInfo, given: Pick<TableGrid, 'address' | 'page' | 'isEditable'>): TableGrid {
  const project = useProject();
  const { change } = useAddress();
  const dialog = useDialog();
  const changes = useGridChanges(project.id, table.name);
  const [layout, setLayout] = useGridLayout(table.name);
  const [selected, select] = useState(NOTHING_SELECTED);
  const askDelete = (): void => {
    const ids = [...selected];
    if (ids.length === 0) return;
    dialog.confirm({
      action: 'Delete rows',
      text: `${ids.length === 1 ? 'One row' : `${ids.length} rows`} will be deleted. Undo brings them back, and for a day so does the page History.`,
      run: async () => {
        await changes.remove(ids);
        select(NOTHING_SELECTED);
      },
    });
  };
  return {
    ...given,
    table,
    changes,
    dialog,
    columns: shownColumns(table, given.address.columns ?? layout.columns),
    setColumns: (names) => {
      setLayout({ columns: names });
      change({ cols: names.join(',') }, { replace: true });
    },
    layout,
    setLayout,
    selected,
    select,
    openNew: () => dialog.open((close) => <NewRow table={table} changes={changes} onClose={close} />),
    askDelete,
  };
}
