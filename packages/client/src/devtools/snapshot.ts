import { state } from '../core/shared-state.ts';

interface Queries {
  getQueryCache(): { getAll(): readonly CachedQuery[] };
}

interface CachedQuery {
  readonly queryKey: readonly unknown[];
  readonly state: {
    readonly status: string;
    readonly fetchStatus: string;
    readonly dataUpdatedAt: number;
    readonly isInvalidated: boolean;
    readonly error: { readonly code?: string } | null;
  };
  getObserversCount(): number;
}

interface Changes {
  readonly byTable: ReadonlyMap<string, readonly { readonly kind: string; readonly confirmedAt?: number }[]>;
}

export interface Snapshot {
  readonly queries: readonly (readonly string[])[];
  readonly changes: readonly (readonly string[])[];
  readonly session: readonly (readonly string[])[];
}

export function takeSnapshot(): Snapshot {
  const { queries, changes } = state();
  const cached = (queries as Queries | undefined)?.getQueryCache().getAll() ?? [];
  const byTable: Changes['byTable'] = (changes as Changes | undefined)?.byTable ?? new Map();
  return {
    queries: cached.map(queryRow),
    changes: [...byTable].flatMap(([table, list]) =>
      list.map(({ kind, confirmedAt }) => [table, kind, confirmedAt ? 'stored, waits for a read' : 'being sent']),
    ),
    session: sessionRows(),
  };
}

function queryRow(query: CachedQuery): string[] {
  const [, , , kind, table, options] = query.queryKey;
  const { status, fetchStatus, dataUpdatedAt, isInvalidated, error } = query.state;
  const shown = query.getObserversCount();
  const settled = error ? `failed: ${error.code ?? 'unknown'}` : status === 'pending' ? 'no answer yet' : 'answered';
  const reading = { fetching: 'reading', paused: 'waits for the network' }[fetchStatus];
  const age = dataUpdatedAt === 0 ? '–' : seconds(Date.now() - dataUpdatedAt);
  return [
    `${String(kind)} of ${String(table)}`,
    JSON.stringify(options) ?? '',
    [settled, reading, isInvalidated && 'changed since'].filter(Boolean).join(', '),
    age,
    String(shown),
  ];
}

function sessionRows(): string[][] {
  const { identity, reloadUser, renewedAt, refreshing, epoch, config } = state();
  const { user, loading, error } = identity;
  const unknown = reloadUser === undefined ? 'no component has asked' : 'not known yet';
  const renewed = renewedAt === undefined ? 'not by this page' : `${seconds(performance.now() - renewedAt)} ago`;
  return [
    ['Project', config ? `${config.projectId} at ${config.url || 'this origin'}` : 'nothing was asked yet'],
    ['User', user?.email ?? (loading ? unknown : 'nobody')],
    ['Renewed', refreshing === undefined ? renewed : 'under way, or failed less than a minute ago'],
    ['Signed in or out', `${epoch} times in this page`],
    ...(error ? [['Error', `${error.code}: ${error.message}`]] : []),
  ];
}

export function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}
