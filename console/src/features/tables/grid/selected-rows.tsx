import { Button } from '@mantine/core';
import { useState } from 'react';
import { searchText } from '../../../shared/address/search-text.ts';
import { downloadText } from '../../../shared/api/download.ts';
import type { DialogSlot } from '../../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../../shared/feedback/notices.ts';
import { useMay, useProject } from '../../../shared/project/project-context.tsx';
import { formatCount, plural } from '../../../shared/text/formats.ts';
import type { Column } from '../column-types.ts';
import { blockText } from './cell-values.ts';
import classes from './grid.module.css';
import type { GridAddress } from './grid-address.ts';
import type { RowsPage } from './page-query.ts';
import type { GridChanges } from './use-grid-changes.ts';
import { wholeRows } from './whole-rows.ts';

interface SelectedRowsProps {
  readonly table: string;
  readonly address: GridAddress;
  readonly page: RowsPage | undefined;
  readonly columns: readonly Column[];
  readonly selected: ReadonlySet<string>;
  readonly count: number | undefined;
  readonly changes: GridChanges;
  readonly dialog: DialogSlot;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

export function SelectedRows(props: SelectedRowsProps) {
  const { table, address, page, columns, selected, count, changes, dialog, onDelete, onClear } = props;
  const isEditor = useMay('editor');
  const project = useProject();
  /** The selection for which the user chose all matching rows; another selection resets the choice. */
  const [allOf, setAllOf] = useState<ReadonlySet<string>>();
  const isAll = allOf === selected;
  const names = columns.map(({ name }) => name);
  const read = () => wholeRows(changes.api, page, selected);
  const copy = async (): Promise<void> => {
    const rows = await read();
    await navigator.clipboard.writeText(blockText([names, ...rows.map((row) => names.map((name) => row[name]))]));
    notify(`${plural(rows.length, 'row')} copied.`);
  };
  const exportRows = async (): Promise<void> => {
    const rows = await read();
    downloadText(`${table}.json`, JSON.stringify({ data: rows, count: rows.length }));
  };
  const allAddress = `/api/cloud/projects/${project.id}/data/${table}/export${searchText({ format: 'json', filter: address.filter, search: address.search })}`;
  const askDeleteAll = (): void =>
    dialog.confirm({
      action: 'Delete rows',
      typed: table,
      text: `All ${formatCount(count ?? 0)} rows ${address.filter === undefined ? 'of this table' : 'that match the filter'} will be deleted. This cannot be undone.`,
      run: async () => {
        await changes.removeMatching(address.filter);
        onClear();
      },
    });
  return (
    <div role="toolbar" aria-label="Selected rows" className={classes.selected}>
      <span>{plural(isAll ? (count ?? selected.size) : selected.size, 'row')} selected</span>
      {isEditor && (
        <Button variant="default" c="red" onClick={isAll ? askDeleteAll : onDelete}>
          Delete rows
        </Button>
      )}
      <Button variant="default" disabled={isAll} onClick={() => void copy()}>
        Copy rows
      </Button>
      {isAll ? (
        <Button component="a" variant="default" href={allAddress} download={`${table}.json`}>
          Export rows
        </Button>
      ) : (
        <Button variant="default" onClick={() => void exportRows()}>
          Export rows
        </Button>
      )}
      {/* Bulk deletion uses a filter, which cannot express a search. */}
      {isEditor && !isAll && address.search === undefined && (count ?? 0) > selected.size && (
        <Button variant="default" onClick={() => setAllOf(selected)}>
          Select all that match
        </Button>
      )}
      <Button variant="subtle" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}
