import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../shared/address/use-address.ts';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { useDialog } from '../../../shared/dialogs/use-dialog.tsx';
import { FailureAlert } from '../../../shared/feedback/failure-alert.tsx';
import { QueryPart } from '../../../shared/feedback/query-part.tsx';
import { useShortcut } from '../../../shared/keyboard/use-shortcut.ts';
import { Empty } from '../../../shared/list/empty.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import type { Column } from '../column-types.ts';
import { usePickerSource } from '../references/use-picker-source.ts';
import type { TableInfo } from '../table-types.ts';
import { CellConflict } from './cell-conflict.tsx';
import { CellPanel } from './cell-panel.tsx';
import { isWritable, needsPanel } from './cell-values.ts';
import { copyCell, pasteBlock } from './clipboard.ts';
import { DataGrid } from './data-grid.tsx';
import { FilterField, FilterTerms } from './filter-bar.tsx';
import classes from './grid.module.css';
import { type GridAddress, orderText, readGridAddress } from './grid-address.ts';
import { GridPages } from './grid-pages.tsx';
import { useGridLayout } from './grid-storage.ts';
import { GridTools } from './grid-tools.tsx';
import { GridViews } from './grid-views.tsx';
import { headerActions } from './header-actions.tsx';
import { NewRow } from './new-row.tsx';
import { countQuery, pageQuery, type RowsPage } from './page-query.ts';
import { PickCell } from './pick-cell.tsx';
import { RowPanel } from './row-panel.tsx';
import type { GridRow } from './rows-api.ts';
import { SearchBox } from './search-box.tsx';
import { SelectedRows } from './selected-rows.tsx';
import { moveColumn, shownColumns } from './shown-columns.ts';
import { UnsavedAlerts } from './unsaved-alerts.tsx';
import { useGridChanges } from './use-grid-changes.ts';
import { wholeRow } from './whole-rows.ts';

const INDEXING_LOOK_MS = 2_000;
const FILTER_CODES = new Set(['invalid_filter', 'unknown_column']);
const NOTHING_SELECTED: ReadonlySet<string> = new Set();

export function TableData({ table, isEditor }: { readonly table: TableInfo; readonly isEditor: boolean }) {
  const project = useProject();
  const { search, change } = useAddress();
  const address = readGridAddress(search);
  const dialog = useDialog();
  const client = useQueryClient();
  const changes = useGridChanges(project.id, table.name);
  const page = useQuery({
    ...pageQuery(project.id, table.name, address),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isBeingIndexed(state.error) ? INDEXING_LOOK_MS : false),
  });
  const count = useQuery({ ...countQuery(project.id, table.name, address), placeholderData: keepPreviousData });
  const refusal = refusalOfFilter(page.error);
  // A refused filter must not take away the rows that are on the screen.
  const [kept, setKept] = useState<RowsPage>();
  useEffect(() => {
    if (page.data !== undefined) setKept(page.data);
  }, [page.data]);
  const shownPage = refusal === undefined ? page : { data: kept, isError: false, error: null, refetch: page.refetch };
  const [selected, setSelected] = useState(NOTHING_SELECTED);
  const pages = useRef<HTMLElement>(null);
  const [layout, setLayout] = useGridLayout(table.name);
  const shown = shownColumns(table, address.columns ?? layout.columns);
  const setColumns = (columns: readonly string[]): void => {
    setLayout({ columns });
    change({ cols: columns.join(',') }, { replace: true });
  };
  const sourceOf = usePickerSource();
  const isEditable = isEditor && address.as === undefined;

  const refresh = (): void => {
    void page.refetch();
    void count.refetch();
  };
  const openNew = (): void => dialog.open((close) => <NewRow table={table} changes={changes} onClose={close} />);
  useShortcut(isEditable ? { keys: 'n', label: 'New row', run: openNew } : undefined);
  useShortcut({ keys: 'r', label: 'Refresh', run: refresh });
  useShortcut(isEditable ? { keys: 'mod+z', label: 'Undo', run: () => void changes.undo() } : undefined);

  const save = (data: RowsPage | undefined, row: GridRow, column: Column, value: unknown): void =>
    void wholeRow(changes.api, data, row).then((whole) => changes.save(whole, column, value));
  const openCell = (row: GridRow, column: Column, text = ''): boolean => {
    const source = isEditable && isWritable(column) ? sourceOf(column) : undefined;
    if (source !== undefined) {
      dialog.open((close) => (
        <PickCell
          column={column}
          source={source}
          value={row[column.name]}
          text={text}
          onPick={(id) => save(page.data, row, column, id)}
          onClose={close}
        />
      ));
      return true;
    }
    const isCut = page.data?.cut[row.id]?.includes(column.name) === true;
    if (!needsPanel(column, isCut)) {
      // A cell that only the server writes cannot be edited, so its row is shown instead.
      if (isEditable && isWritable(column)) return false;
      change({ row: row.id });
      return true;
    }
    dialog.open((close) => (
      <CellPanel
        table={table.name}
        row={row}
        column={column}
        changes={changes}
        isEditable={isEditable}
        onClose={close}
      />
    ));
    return true;
  };
  const askDelete = (): void => {
    const ids = [...selected];
    if (ids.length === 0) return;
    dialog.confirm({
      action: 'Delete rows',
      text: `${ids.length === 1 ? 'One row' : `${ids.length} rows`} will be deleted. Undo brings them back while you stay on this page.`,
      run: async () => {
        await changes.remove(ids);
        setSelected(NOTHING_SELECTED);
      },
    });
  };

  return (
    <>
      <GridTools
        table={table}
        shown={shown}
        address={address}
        onColumns={setColumns}
        onRefresh={refresh}
        onNew={isEditable ? openNew : undefined}
        dialog={dialog}
        views={<GridViews layout={layout} onLayout={setLayout} dialog={dialog} />}
      >
        <FilterField columns={table.columns} filter={address.filter} dialog={dialog} refusal={refusal} />
        {table.columns.some(({ searchable }) => searchable === true) && <SearchBox search={address.search} />}
      </GridTools>
      <FilterTerms filter={address.filter} />
      {selected.size > 0 && (
        <SelectedRows
          table={table.name}
          address={address}
          page={page.data}
          columns={shown}
          selected={selected}
          count={count.data}
          changes={changes}
          dialog={dialog}
          onDelete={askDelete}
          onClear={() => setSelected(NOTHING_SELECTED)}
        />
      )}
      <UnsavedAlerts changes={changes} />
      {changes.failure !== undefined && <FailureAlert error={changes.failure} />}
      {(refusal === undefined || kept !== undefined) && (
        <QueryPart query={shownPage} lines={10}>
          {(data: RowsPage) => (
            <div aria-busy={page.isPlaceholderData} className={classes.content}>
              {data.rows.length === 0 && !data.hasPrevious && (isNarrowed(address) || address.as === undefined) ? (
                <Empty
                  name="Rows"
                  isNarrowed={isNarrowed(address)}
                  next={
                    <p>Rows are what the table holds. Type them here, import a file, or let your app write them.</p>
                  }
                  first={isEditable ? { label: 'Add the first row', run: openNew } : undefined}
                />
              ) : (
                <DataGrid
                  project={project.id}
                  name={table.name}
                  columns={shown}
                  page={data}
                  address={address}
                  isEditable={isEditable}
                  changes={changes}
                  selected={selected}
                  keys={{
                    isEditable,
                    openCell,
                    openRow: ({ id }) => change({ row: id }),
                    set: (row, column, value) => save(data, row, column, value),
                    deleteSelected: askDelete,
                    undo: () => void changes.undo(),
                    leave: () =>
                      (pages.current?.querySelector<HTMLElement>('button:enabled') ?? pages.current)?.focus(),
                  }}
                  layout={layout}
                  onLayout={setLayout}
                  menu={headerActions({
                    table,
                    shown,
                    address,
                    layout,
                    dialog,
                    onLayout: setLayout,
                    onColumns: setColumns,
                    change,
                  })}
                  onMove={(name, target) =>
                    setColumns(
                      moveColumn(
                        shown.map((column) => column.name),
                        name,
                        target,
                      ),
                    )
                  }
                  onSelect={setSelected}
                  onOrder={(order) => change({ order: orderText(order), after: undefined, before: undefined })}
                  onCopy={(row, column, transfer) =>
                    void copyCell({ row, column, page: data, selected, shown, changes }, transfer)
                  }
                  onPaste={(row, column, text) => void pasteBlock({ row, column, page: data, shown, changes }, text)}
                />
              )}
              <GridPages
                ref={pages}
                page={data}
                address={address}
                count={count.data}
                onEnd={() => void client.invalidateQueries({ queryKey: [project.id, 'rows', table.name] })}
              />
            </div>
          )}
        </QueryPart>
      )}
      {address.row !== undefined && (
        <RowPanel
          key={address.row}
          table={table}
          id={address.row}
          rows={page.data?.rows ?? []}
          changes={changes}
          isEditable={isEditable}
          onMove={(id) => change({ row: id }, { replace: true })}
          onClose={() => change({ row: undefined })}
        />
      )}
      {changes.conflict !== undefined && <CellConflict conflict={changes.conflict} changes={changes} />}
      {dialog.element}
    </>
  );
}

/** The failure, if it is about the filter and therefore shown at its field. */
function refusalOfFilter(error: Error | null): ApiFailure | undefined {
  return error instanceof ApiFailure && FILTER_CODES.has(error.code) ? error : undefined;
}

/** Whether the search index is still being built. The error contains its progress, and the grid retries until it is ready. */
function isBeingIndexed(error: Error | null): boolean {
  return error instanceof ApiFailure && error.code === 'unavailable' && error.details['progress'] !== undefined;
}

function isNarrowed({ filter, search }: GridAddress): boolean {
  return filter !== undefined || search !== undefined;
}
