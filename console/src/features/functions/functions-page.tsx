import { Button } from '@mantine/core';
import { functionAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import { List } from '../../shared/list/list-page.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { formatCount } from '../../shared/text/formats.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { type FunctionListed, functionsQuery } from './function-queries.ts';
import { NewFunction } from './new-function.tsx';

export function FunctionsPage() {
  const project = useProject();
  const isAdmin = useMay('admin');
  const dialog = useDialog();
  const openNew = (): void => dialog.open((close) => <NewFunction onClose={close} />);
  useShortcut(isAdmin ? { keys: 'n', label: 'New function', run: openNew } : undefined);
  const columns: readonly TableColumn<FunctionListed>[] = [
    {
      title: 'Name',
      order: 'name',
      cell: ({ name }) => <AppLink to={functionAddress(project.id, name)}>{name}</AppLink>,
    },
    { title: 'Trigger', order: 'trigger', cell: ({ trigger }) => trigger },
    {
      title: 'Access',
      isExtra: true,
      value: ({ access }) => access,
      cell: ({ trigger, access }) => (trigger === 'http' ? access : '–'),
    },
    {
      title: 'State',
      value: ({ enabled }) => enabled,
      cell: ({ enabled }) => <StateBadge state={enabled ? 'Enabled' : 'Disabled'} />,
    },
    {
      title: 'Last run',
      value: ({ stats }) => lastRunOf(stats),
      cell: ({ stats }) => <TimeText at={lastRunOf(stats)} />,
    },
    {
      title: 'Errors, 24 h',
      value: ({ stats }) => stats?.failed,
      align: 'right',
      cell: ({ stats }) => (stats === undefined ? '–' : `${formatCount(stats.failed)} of ${formatCount(stats.runs)}`),
    },
  ];
  return (
    <Page title="Functions" actions={isAdmin && <Button onClick={openNew}>New function</Button>}>
      <List
        name="Functions"
        hasSearch
        query={(search) => functionsQuery(project.id, search)}
        keyOf={({ name }) => name}
        columns={columns}
        next={<p>A function runs your code beside the data: for a call, a webhook or a schedule.</p>}
        first={isAdmin ? { label: 'Write the first function', run: openNew } : undefined}
      />
      {dialog.element}
    </Page>
  );
}

function lastRunOf(stats: FunctionListed['stats']): string | null {
  const last = stats?.last_run ?? null;
  return typeof last === 'object' && last !== null ? last.started_at : last;
}
