import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { infoQuery } from '../../shared/api/info-query.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import list from '../../shared/list/list.module.css';
import { List } from '../../shared/list/list-page.tsx';
import { RowMenu } from '../../shared/list/row-menu.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { NotFound } from '../../shared/page/not-found.tsx';
import { Page } from '../../shared/page/page.tsx';
import { accountQuery } from '../../shared/session/session-queries.ts';
import { formatBytes, formatCount } from '../../shared/text/formats.ts';
import { AddDatabase, ChangeDatabase, useRemoval } from './database-dialogs.tsx';
import { type Database, databasesQuery } from './database-queries.ts';
import { MovesRegion } from './moves-region.tsx';

const LOOKS = { ok: 'good', down: 'bad' } as const;

export function DatabasesPage() {
  const { data: account } = useQuery(accountQuery);
  const info = useQuery({ ...infoQuery, enabled: account?.isOperator === true });
  if (account?.isOperator === false) return <NotFound />;
  if (info.data?.engine === 'postgres') return <Databases />;
  return (
    <Page title="Databases">
      <QueryPart query={info}>{() => <NoDatabases />}</QueryPart>
    </Page>
  );
}

function NoDatabases() {
  return (
    <div className={list.empty}>
      <p>This installation keeps each project in a file of its own in its data directory, so there are no databases.</p>
      <p>
        With <code>SERVICE_DATABASE_URL</code> a service keeps its projects in PostgreSQL. Operators then add further
        databases here, and move projects between them.
      </p>
      <Button component="a" variant="default" href="/docs/operations#several-databases">
        Read about several databases
      </Button>
    </div>
  );
}

function Databases() {
  const dialog = useDialog();
  const askRemoval = useRemoval(dialog);
  const add = (): void => dialog.open((close) => <AddDatabase onClose={close} />);
  useShortcut({ keys: 'n', label: 'Add database', run: add });
  const actionsOf = (database: Database) => [
    {
      label: 'Change database',
      run: () => dialog.open((close) => <ChangeDatabase database={database} onClose={close} />),
    },
    ...(database.name === PRIMARY
      ? []
      : [{ label: 'Remove database', isDangerous: true, run: () => askRemoval(database) }]),
  ];
  const columns: readonly TableColumn<Database>[] = [
    ...COLUMNS,
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (database) => <RowMenu name={database.name} actions={actionsOf(database)} />,
    },
  ];
  return (
    <Page title="Databases" actions={<Button onClick={add}>Add database</Button>}>
      <List name="Databases" query={() => databasesQuery} keyOf={({ name }) => name} columns={columns} />
      <MovesRegion />
      {dialog.element}
    </Page>
  );
}

/** The database with the tables of the service itself, which cannot be removed. */
const PRIMARY = 'primary';

const COLUMNS: readonly TableColumn<Database>[] = [
  { title: 'Name', value: ({ name }) => name, cell: ({ name }) => <code>{name}</code> },
  {
    title: 'State',
    value: ({ state }) => state,
    cell: ({ state }) => <StateBadge state={state} look={LOOKS[state]} />,
  },
  {
    title: 'Projects',
    align: 'right',
    value: ({ projects }) => projects,
    cell: ({ projects }) => formatCount(projects),
  },
  {
    title: 'Size',
    align: 'right',
    value: ({ bytes }) => bytes,
    cell: ({ bytes }) => (bytes === null ? '–' : formatBytes(bytes)),
  },
  {
    title: 'Connections',
    align: 'right',
    value: ({ connections }) => connections,
    cell: ({ connections }) => (connections === null ? '–' : formatCount(connections)),
  },
  {
    title: 'New projects',
    isShort: true,
    value: ({ accepts_new }) => accepts_new,
    cell: ({ accepts_new }) => (accepts_new ? 'yes' : 'no'),
  },
  { title: 'Weight', align: 'right', value: ({ weight }) => weight, cell: ({ weight }) => weight },
];
