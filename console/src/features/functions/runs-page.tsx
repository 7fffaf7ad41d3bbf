import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { functionAddress, runAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useAddress } from '../../shared/address/use-address.ts';
import { panelSteps } from '../../shared/dialogs/panel-steps.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { optionsOf } from '../../shared/forms/field-spec.ts';
import classes from '../../shared/list/list.module.css';
import { List } from '../../shared/list/list-page.tsx';
import { type ListSearch, readListSearch } from '../../shared/list/list-search.ts';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import { formatMs } from '../../shared/text/formats.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { FunctionPage } from './function-page.tsx';
import { type Run, runsQuery } from './function-queries.ts';
import { RunPanel } from './run-panel.tsx';

const STATUSES = ['running', 'succeeded', 'failed', 'timeout', 'lost', 'skipped'];
const TRIGGERS = ['http', 'webhook', 'schedule', 'manual', 'later', 'change'];

export function RunsPage() {
  return <FunctionPage>{({ name }) => <Runs key={name} name={name} />}</FunctionPage>;
}

function Runs({ name }: { readonly name: string }) {
  const project = useProject();
  const { search, change, go } = useAddress();
  const [isFollowed, setIsFollowed] = useState(false);
  const query = (asked: ListSearch) => runsQuery({ project: project.id, name, isFollowed }, asked);
  const shown = useQuery({ ...query(readListSearch(search)), enabled: false });
  const run = search['run'];
  const columns: readonly TableColumn<Run>[] = [
    {
      title: 'Started',
      value: ({ started_at }) => started_at,
      isShort: true,
      cell: ({ id, started_at }) => (
        <AppLink to={runAddress(project.id, name, id)}>
          {started_at === null ? 'not started' : <TimeText at={started_at} />}
        </AppLink>
      ),
    },
    { title: 'Status', value: ({ status }) => status, cell: ({ status }) => <StateBadge state={status} /> },
    { title: 'Trigger', needsRoom: true, value: ({ trigger }) => trigger, cell: ({ trigger }) => trigger },
    {
      title: 'Duration',
      value: ({ duration_ms }) => duration_ms,
      align: 'right',
      cell: ({ duration_ms }) => (duration_ms === null ? '–' : formatMs(duration_ms)),
    },
    { title: 'Error', cell: ({ error }) => visibleLine(error?.split('\n')[0] ?? '–', 100) },
  ];
  return (
    <>
      <List
        name="Runs"
        hasSearch
        query={query}
        filters={[
          { label: 'Status', name: 'status', options: optionsOf(STATUSES) },
          { label: 'Trigger', name: 'trigger', options: optionsOf(TRIGGERS) },
        ]}
        tools={
          <Switch
            label="Follow"
            className={classes.toggle}
            checked={isFollowed}
            onChange={(event) => setIsFollowed(event.currentTarget.checked)}
          />
        }
        keyOf={({ id }) => id}
        columns={columns}
        next={<p>Every run leaves its payload, log and result here for 30 days.</p>}
        first={{ label: 'Open the code to run it', run: () => go(functionAddress(project.id, name)) }}
      />
      {run !== undefined && (
        <RunPanel
          key={run}
          name={name}
          id={run}
          steps={panelSteps({
            name: 'run',
            id: run,
            ids: shown.data?.data.map(({ id }) => id) ?? [],
            go: (id) => change({ run: id }, { replace: true }),
          })}
          onClose={() => change({ run: undefined })}
        />
      )}
    </>
  );
}
