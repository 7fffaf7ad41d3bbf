import { Button } from '@mantine/core';
import { tableAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import { List } from '../../shared/list/list-page.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { formatCount } from '../../shared/text/formats.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { levelOf } from './column-types.ts';
import { NewTable } from './new-table.tsx';
import { type TableSummary, tablesQuery } from './table-queries.ts';
import { TablesRoom } from './tables-room.tsx';

export function TablesPage() {
  const project = useProject();
  const isEditor = useMay('editor');
  const dialog = useDialog();
  const openNew = (): void => dialog.open((close) => <NewTable onClose={close} />);
  useShortcut(isEditor ? { keys: 'n', label: 'New table', run: openNew } : undefined);
  const columns: readonly TableColumn<TableSummary>[] = [
    { title: 'Name', order: 'name', cell: ({ name }) => <AppLink to={tableAddress(project.id, name)}>{name}</AppLink> },
    {
      title: 'Rows',
      value: ({ row_count }) => row_count,
      align: 'right',
      cell: ({ row_count }) => formatCount(row_count),
    },
    {
      title: 'Columns',
      isExtra: true,
      value: ({ columns: count }) => count,
      align: 'right',
      cell: ({ columns: count }) => formatCount(count),
    },
    { title: 'Read', value: ({ rules }) => levelOf(rules.read), cell: ({ rules }) => levelOf(rules.read) },
    {
      title: 'Create',
      isExtra: true,
      value: ({ rules }) => levelOf(rules.create),
      cell: ({ rules }) => levelOf(rules.create),
    },
    {
      title: 'Update',
      isExtra: true,
      value: ({ rules }) => levelOf(rules.update),
      cell: ({ rules }) => levelOf(rules.update),
    },
    {
      title: 'Delete',
      isExtra: true,
      value: ({ rules }) => levelOf(rules.delete),
      cell: ({ rules }) => levelOf(rules.delete),
    },
    { title: 'Changed', order: 'updated_at', cell: ({ updated_at }) => <TimeText at={updated_at} /> },
  ];
  return (
    <Page title="Tables" actions={isEditor && <Button onClick={openNew}>New table</Button>}>
      <TablesRoom />
      <List
        name="Tables"
        hasSearch
        query={(search) => tablesQuery(project.id, search)}
        keyOf={({ name }) => name}
        columns={columns}
        next={<p>A table holds rows with typed columns, and rules that say who may read and change them.</p>}
        first={isEditor ? { label: 'Make the first table', run: openNew } : undefined}
      />
      {dialog.element}
    </Page>
  );
}
