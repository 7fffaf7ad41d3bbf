import { Button } from '@mantine/core';
import { lazy } from 'react';
import { projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useAddress } from '../../shared/address/use-address.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import { List } from '../../shared/list/list-page.tsx';
import { Page } from '../../shared/page/page.tsx';
import { formatBytes, formatCount } from '../../shared/text/formats.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { type ListedProject, projectsQuery } from './project-queries.ts';

// Forms weigh 12 KB, and this is usually the first page.
const NewProject = lazy(async () => ({ default: (await import('./new-project.tsx')).NewProject }));

export function ProjectsPage() {
  const { go } = useAddress();
  const changed = useChanged();
  const dialog = useDialog();
  const openNew = (): void =>
    dialog.open((close) => (
      <NewProject
        onClose={close}
        onCreated={async (id) => {
          await changed('projects');
          go(projectAddress(id));
        }}
      />
    ));
  useShortcut({ keys: 'n', label: 'New project', run: openNew });
  const button = <Button onClick={openNew}>New project</Button>;
  return (
    <Page title="Projects" actions={button}>
      <List
        name="Projects"
        hasSearch
        query={projectsQuery}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        next={<p>A project holds the tables, users, files and functions of one app.</p>}
        first={{ label: 'Make the first project', run: openNew }}
      />
      {dialog.element}
    </Page>
  );
}

const COLUMNS = [
  {
    title: 'Name',
    order: 'name',
    cell: ({ id, name }: ListedProject) => <AppLink to={projectAddress(id)}>{visibleLine(name)}</AppLink>,
  },
  { title: 'Id', order: 'id', cell: ({ id }: ListedProject) => <code>{id}</code> },
  { title: 'Plan', isExtra: true, value: ({ plan }: ListedProject) => plan, cell: ({ plan }: ListedProject) => plan },
  { title: 'Role', value: ({ role }: ListedProject) => role, cell: ({ role }: ListedProject) => role ?? '–' },
  {
    title: 'Requests, 24 h',
    value: ({ stats }: ListedProject) => stats?.requests,
    align: 'right',
    cell: ({ stats }: ListedProject) => count(stats?.requests),
  },
  {
    title: 'Errors, 24 h',
    value: ({ stats }: ListedProject) => stats?.errors,
    align: 'right',
    cell: ({ stats }: ListedProject) => count(stats?.errors),
  },
  {
    title: 'Storage',
    isExtra: true,
    value: ({ stats }: ListedProject) => stats?.storage_bytes,
    align: 'right',
    cell: ({ stats }: ListedProject) => (stats === undefined ? '–' : formatBytes(stats.storage_bytes)),
  },
] as const;

function count(value: number | undefined): string {
  return value === undefined ? '–' : formatCount(value);
}
