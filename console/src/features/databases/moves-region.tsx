import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAddress } from '../../shared/address/use-address.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { Picker } from '../../shared/forms/picker.tsx';
import { Empty } from '../../shared/list/empty.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { WholeTable } from '../../shared/list/whole-table.tsx';
import { Region } from '../../shared/page/region.tsx';
import { formatBytes, formatMs } from '../../shared/text/formats.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleText } from '../../shared/text/visible-text.ts';
import { type Move, movesQuery, projectSource } from './database-queries.ts';
import classes from './databases.module.css';
import { MoveProject } from './move-project.tsx';

const LOOKS = { running: 'running', done: 'good', failed: 'bad' } as const;

export function MovesRegion() {
  const { search, change } = useAddress();
  const dialog = useDialog();
  const project = search['project'] ?? '';
  const move = (): void =>
    dialog.open((close) => (
      <MoveProject project={project} onStarted={(id) => change({ project: id })} onClose={close} />
    ));
  return (
    <Region
      title="Moves"
      actions={
        <Button variant="default" onClick={move}>
          Move project
        </Button>
      }
    >
      <p className="dim">
        While the service copies a project, its reads continue and its writes wait. The old copy stays for a day.
      </p>
      <div className={classes.project}>
        <Picker
          label="Moves of the project"
          source={projectSource}
          value={project}
          onValue={(id) => change({ project: id })}
        />
      </div>
      {project !== '' && <Moves key={project} project={project} />}
      {dialog.element}
    </Region>
  );
}

function Moves({ project }: { readonly project: string }) {
  const changed = useChanged();
  const query = useQuery({ ...movesQuery(project), retry: false });
  const isRunning = query.data?.data.some(({ state }) => state === 'running');
  // The numbers of projects change when a move ends.
  useEffect(() => {
    if (isRunning === false) void changed('databases', 'list');
  }, [isRunning, changed]);
  if (query.error instanceof ApiFailure && query.error.status === 404 && query.data === undefined)
    return <FailureAlert error={query.error} />;
  return (
    <QueryPart query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty name="Moves" next={<p>The project is where it was created.</p>} />
        ) : (
          <WholeTable name="Moves" parameter="moves" columns={COLUMNS} items={data} keyOf={({ id }) => id} />
        )
      }
    </QueryPart>
  );
}

const COLUMNS: readonly TableColumn<Move>[] = [
  { title: 'Started', value: ({ created_at }) => created_at, cell: ({ created_at }) => <TimeText at={created_at} /> },
  {
    title: 'From and to',
    value: ({ from, database }) => `${from} ${database}`,
    cell: ({ from, database }) => (
      <code>
        {from} → {database}
      </code>
    ),
  },
  {
    title: 'State',
    value: ({ state }) => state,
    cell: ({ state, error }) => (
      <>
        <StateBadge state={state} look={LOOKS[state]} />
        {error !== null && <span> {visibleText(error)}</span>}
      </>
    ),
  },
  { title: 'Duration', align: 'right', value: durationMs, cell: (move) => formatMs(durationMs(move)) },
  {
    title: 'Copied',
    align: 'right',
    value: ({ bytes }) => bytes,
    cell: ({ bytes }) => (bytes === null ? '–' : formatBytes(bytes)),
  },
  {
    title: 'Old copy kept until',
    value: ({ kept_until }) => kept_until,
    cell: ({ kept_until }) => <TimeText at={kept_until} exact />,
  },
];

function durationMs({ created_at, ended_at }: Move): number {
  const end = ended_at === null ? Date.now() : Date.parse(ended_at);
  return Math.max(0, end - Date.parse(created_at));
}
