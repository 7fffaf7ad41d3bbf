import type { Database, PoolFigures } from '../database/index.ts';
import { type Backlog, readBacklogs } from '../jobs/index.ts';

export async function databaseMetrics(database: Database): Promise<string> {
  return [...poolLines(database.pools()), ...backlogLines(await readBacklogs(database)), ''].join('\n');
}

function poolLines(pools: readonly PoolFigures[]): string[] {
  const lines = (name: string, what: { type: string; help: string; value: (pool: PoolFigures) => number }) =>
    series(name, what, pools, (pool) => [labelsOf(pool), what.value(pool)]);
  return [
    ...lines('database_pool_connections', { type: 'gauge', help: 'Open connections.', value: ({ open }) => open }),
    ...lines('database_pool_busy', { type: 'gauge', help: 'Connections in use.', value: ({ busy }) => busy }),
    ...lines('database_pool_max', { type: 'gauge', help: 'The most connections allowed.', value: ({ most }) => most }),
    ...lines('database_pool_waiting', {
      type: 'gauge',
      help: 'Requests that wait for a connection or in the queue of one.',
      value: ({ waiting }) => waiting,
    }),
    ...lines('database_statements_total', {
      type: 'counter',
      help: 'Statements that were answered.',
      value: ({ statements }) => statements,
    }),
    ...lines('database_statement_seconds_total', {
      type: 'counter',
      help: 'Time the database server took for these statements.',
      value: ({ seconds }) => seconds,
    }),
  ];
}

function labelsOf({ name, database }: PoolFigures): string {
  return database === undefined ? `pool="${name}"` : `pool="${name}",database="${database}"`;
}

function backlogLines(backlogs: readonly Backlog[]): string[] {
  return [
    ...series(
      'background_work_due',
      { type: 'gauge', help: 'Projects with work that is due.' },
      backlogs,
      (backlog) => [`queue="${backlog.queue}"`, backlog.projects],
    ),
    ...series(
      'background_work_age_seconds',
      { type: 'gauge', help: 'How long the oldest due work has been waiting.' },
      backlogs,
      (backlog) => [`queue="${backlog.queue}"`, backlog.ageMs / 1000],
    ),
  ];
}

function series<Item>(
  name: string,
  { type, help }: { readonly type: string; readonly help: string },
  items: readonly Item[],
  read: (item: Item) => readonly [labels: string, value: number],
): string[] {
  if (items.length === 0) return [];
  const lines = items.map(read).map(([labels, value]) => `${name}{${labels}} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}
