import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useAddress } from '../../../shared/address/use-address.ts';
import { Empty } from '../../../shared/list/empty.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { copyCell, pasteBlock } from './clipboard.ts';
import { DataGrid } from './data-grid.tsx';
import { type GridAddress, orderText } from './grid-address.ts';
import { GridPages } from './grid-pages.tsx';
import { headerActions } from './header-actions.tsx';
import type { RowsPage } from './page-query.ts';
import { moveColumn } from './shown-columns.ts';
import type { TableGrid } from './table-grid.ts';
import { useCells } from './use-cells.tsx';

interface GridContentProps {
  readonly grid: TableGrid;
  readonly page: RowsPage;
  readonly count: number | undefined;
}

export function GridContent({ grid, page, count }: GridContentProps) {
  const { table, address, isEditable, openNew } = grid;
  const project = useProject();
  const client = useQueryClient();
  const pages = useRef<HTMLElement>(null);
  const isEmpty = page.rows.length === 0 && !page.hasPrevious && (isNarrowed(address) || address.as === undefined);
  return (
    <>
      {isEmpty ? (
        <Empty
          name="Rows"
          isNarrowed={isNarrowed(address)}
          next={<p>Rows are what the table holds. Type them here, import a file, or let your app write them.</p>}
          first={isEditable ? { label: 'Add the first row', run: openNew } : undefined}
        />
      ) : (
        <Rows
          grid={grid}
          page={page}
          onLeave={() => (pages.current?.querySelector<HTMLElement>('button:enabled') ?? pages.current)?.focus()}
        />
      )}
      <GridPages
        ref={pages}
        page={page}
        address={address}
        count={count}
        onEnd={() => void client.invalidateQueries({ queryKey: [project.id, 'rows', table.name] })}
      />
    </>
  );
}

interface RowsProps {
  readonly grid: TableGrid;
  readonly page: RowsPage;
  readonly onLeave: () => void;
}

function Rows({ grid, page, onLeave }: RowsProps) {
  const { table, address, changes, dialog, isEditable, columns, setColumns, layout, setLayout } = grid;
  const { selected, select, askDelete } = grid;
  const project = useProject();
  const { change } = useAddress();
  const cells = useCells(grid);
  const names = columns.map(({ name }) => name);
  return (
    <DataGrid
      project={project.id}
      name={table.name}
      columns={columns}
      page={page}
      address={address}
      isEditable={isEditable}
      changes={changes}
      selected={selected}
      keys={{
        isEditable,
        openCell: cells.open,
        openRow: ({ id }) => change({ row: id }),
        set: cells.save,
        deleteSelected: askDelete,
        undo: () => void changes.undo(),
        leave: onLeave,
      }}
      layout={layout}
      onLayout={setLayout}
      menu={headerActions({
        table,
        shown: columns,
        address,
        layout,
        dialog,
        onLayout: setLayout,
        onColumns: setColumns,
        change,
      })}
      onMove={(name, target) => setColumns(moveColumn(names, name, target))}
      onSelect={select}
      onOrder={(order) => change({ order: orderText(order), after: undefined, before: undefined })}
      onCopy={(row, column, transfer) =>
        void copyCell({ row, column, page, selected, shown: columns, changes }, transfer)
      }
      onPaste={(row, column, text) => void pasteBlock({ row, column, page, shown: columns, changes }, text)}
    />
  );
}

function isNarrowed({ filter, search }: GridAddress): boolean {
  return filter !== undefined || search !== undefined;
}
