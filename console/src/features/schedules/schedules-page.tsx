import { Button } from '@mantine/core';
import { functionAddress, runAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useAddress } from '../../shared/address/use-address.ts';
import { api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import { List, type ListQuery } from '../../shared/list/list-page.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { scheduleText } from '../../shared/schedules/read-schedule.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { NewSchedule } from './new-schedule.tsx';

interface ScheduledFunction {
  readonly name: string;
  readonly trigger: string;
  readonly schedule: string | null;
  readonly timezone: string;
  readonly enabled: boolean;
  readonly next_run_at: string | null;
  readonly stats?: { readonly last_run?: { readonly started_at: string | null } | string | null };
}

const FUNCTIONS_MAX = 1000;

function schedulesQuery(project: string): ListQuery<ListData<ScheduledFunction>> {
  const params = { path: { project_id: project }, query: { limit: FUNCTIONS_MAX, order: 'name', stats: true } };
  return {
    queryKey: [project, 'functions', 'scheduled'],
    queryFn: async ({ signal }) => {
      const all = await dataOf(api.GET('/api/cloud/projects/{project_id}/functions', { params, signal }));
      const data = all.filter(({ trigger }) => trigger === 'scheduled') as unknown as readonly ScheduledFunction[];
      return { data, count: data.length };
    },
  };
}

export function SchedulesPage() {
  const project = useProject();
  const isAdmin = useMay('admin');
  const isEditor = useMay('editor');
  const { go } = useAddress();
  const changed = useChanged();
  const dialog = useDialog();
  const openNew = (): void => dialog.open((close) => <NewSchedule onClose={close} />);
  const runNow = async (name: string): Promise<void> => {
    const params = { path: { project_id: project.id, name } };
    const run = await dataOf(api.POST('/api/cloud/projects/{project_id}/functions/{name}/run', { params, body: {} }));
    await changed(project.id, 'functions');
    notify(`${name}: ${run.status}.`);
    go(runAddress(project.id, name, run.id));
  };
  /** Confirmed first, because a run may send mails or charge money. */
  const askRun = ({ name }: ScheduledFunction): void =>
    dialog.confirm({
      action: 'Run now',
      isHarmless: true,
      text: `${name} runs once now; its schedule stays.`,
      run: () => runNow(name),
    });
  useShortcut(isAdmin ? { keys: 'n', label: 'New schedule', run: openNew } : undefined);
  const columns: readonly TableColumn<ScheduledFunction>[] = [
    {
      title: 'Name',
      value: ({ name }) => name,
      cell: ({ name }) => <AppLink to={functionAddress(project.id, name, 'settings')}>{name}</AppLink>,
    },
    {
      title: 'Schedule',
      value: ({ schedule }) => scheduleText(schedule ?? '') ?? schedule,
      cell: ({ schedule }) => <ScheduleCell schedule={schedule ?? ''} />,
    },
    { title: 'Time zone', value: ({ timezone }) => timezone, cell: ({ timezone }) => timezone },
    {
      title: 'State',
      value: ({ enabled }) => enabled,
      cell: ({ enabled }) => <StateBadge state={enabled ? 'Enabled' : 'Disabled'} />,
    },
    {
      title: 'Next run',
      value: ({ next_run_at }) => next_run_at,
      cell: ({ next_run_at }) => <TimeText at={next_run_at} exact />,
    },
    {
      title: 'Last run',
      value: ({ stats }) => lastRunOf(stats),
      cell: ({ stats }) => <TimeText at={lastRunOf(stats)} />,
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (scheduled) =>
        isEditor && (
          <Button variant="default" size="compact-sm" onClick={() => askRun(scheduled)}>
            Run now
          </Button>
        ),
    },
  ];
  return (
    <Page title="Schedules" actions={isAdmin && <Button onClick={openNew}>New schedule</Button>}>
      <List
        name="Schedules"
        query={() => schedulesQuery(project.id)}
        keyOf={({ name }) => name}
        columns={columns}
        next={<p>A schedule runs a function at times, once each, however many processes serve the project.</p>}
        first={isAdmin ? { label: 'Make the first schedule', run: openNew } : undefined}
      />
      {dialog.element}
    </Page>
  );
}

function ScheduleCell({ schedule }: { readonly schedule: string }) {
  return (
    <span>
      {scheduleText(schedule)} <code className="dim">{schedule}</code>
    </span>
  );
}

function lastRunOf(stats: ScheduledFunction['stats']): string | null {
  const last = stats?.last_run ?? null;
  return typeof last === 'object' && last !== null ? last.started_at : last;
}
