import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { functionAddress, jobAddress, projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useAddress } from '../../shared/address/use-address.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { panelSteps } from '../../shared/dialogs/panel-steps.tsx';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { optionsOf } from '../../shared/forms/field-spec.ts';
import { List } from '../../shared/list/list-page.tsx';
import { readListSearch } from '../../shared/list/list-search.ts';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { formatCount } from '../../shared/text/formats.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { JobPanel } from './job-panel.tsx';
import { functionNamesQuery, JOB_STATES, type Job, jobsQuery, pausedQuery, resumeJobs } from './job-queries.ts';

export function LaterPage() {
  const project = useProject();
  const { search, change, go } = useAddress();
  const names = useQuery(functionNamesQuery(project.id)).data ?? [];
  const shown = useQuery({ ...jobsQuery(project.id, readListSearch(search)), enabled: false }).data;
  const paused = useQuery(pausedQuery(project.id)).data ?? 0;
  const job = search['job'];
  const columns: readonly TableColumn<Job>[] = [
    {
      title: 'Due',
      value: ({ due_at }) => due_at,
      isShort: true,
      cell: ({ id, due_at }) => (
        <AppLink to={jobAddress(project.id, id)}>
          <TimeText at={due_at} exact />
        </AppLink>
      ),
    },
    {
      title: 'Function',
      value: ({ function: name }) => name,
      cell: ({ function: name }) => <AppLink to={functionAddress(project.id, name)}>{name}</AppLink>,
    },
    { title: 'State', value: ({ state }) => state, cell: ({ state }) => <StateBadge state={state} /> },
    {
      title: 'Attempt',
      align: 'right',
      cell: ({ attempt, retries }) => `${attempt} of ${Math.max(retries + 1, attempt)}`,
    },
    { title: 'Key', value: ({ key }) => key, cell: ({ key }) => visibleLine(key ?? '–', 60) },
    { title: 'Error', cell: ({ error }) => visibleLine(error?.split('\n')[0] ?? '–', 80) },
  ];
  return (
    <Page title="Later">
      {paused > 0 && <Paused count={paused} />}
      <List
        name="Jobs"
        query={(asked) => jobsQuery(project.id, asked)}
        filters={[
          { label: 'State', name: 'state', options: optionsOf(JOB_STATES) },
          { label: 'Function', name: 'function', options: optionsOf(withOwn(names, search['function'])) },
        ]}
        keyOf={({ id }) => id}
        columns={columns}
        next={
          <p>
            <code>ctx.functions.later</code> orders a run for now or up to a year ahead. Jobs are listed here until
            seven days after they end.
          </p>
        }
        first={{ label: 'Open the functions', run: () => go(projectAddress(project.id, 'functions')) }}
      />
      {job !== undefined && (
        <JobPanel
          key={job}
          id={job}
          steps={panelSteps({
            name: 'job',
            id: job,
            ids: shown?.data.map(({ id }) => id) ?? [],
            go: (id) => change({ job: id }, { replace: true }),
          })}
          onClose={() => change({ job: undefined })}
        />
      )}
    </Page>
  );
}

/** A job's function may have been deleted. */
function withOwn(names: readonly string[], own: string | undefined): readonly string[] {
  return own === undefined || own === '' || names.includes(own) ? names : [own, ...names];
}

function Paused({ count }: { readonly count: number }) {
  const project = useProject();
  const isEditor = useMay('editor');
  const changed = useChanged();
  const dialog = useDialog();
  const jobs = count === 1 ? '1 job waits' : `${formatCount(count)} jobs wait`;
  const ask = (): void =>
    dialog.confirm({
      action: 'Resume jobs',
      text: `${jobs}. What is overdue starts at once, and may send mails or charge money.`,
      run: async () => {
        const resumed = await resumeJobs(project.id);
        await changed(project.id, 'functions', 'jobs');
        notify(`${formatCount(resumed)} resumed.`);
      },
    });
  return (
    <Alert color="yellow" mb="md" title="Restored paused">
      <p>{jobs} until this project is resumed.</p>
      {isEditor && (
        <Button variant="default" onClick={ask}>
          Resume jobs
        </Button>
      )}
      {dialog.element}
    </Alert>
  );
}
