import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, asTyped, dataOf, type QueryOf } from '../../shared/api/client.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import type { ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';

export type Trigger = 'http' | 'webhook' | 'scheduled';

export interface FunctionListed {
  readonly name: string;
  readonly trigger: Trigger;
  readonly access: string;
  readonly enabled: boolean;
  readonly next_run_at: string | null;
  readonly stats?: {
    readonly runs: number;
    readonly failed: number;
    readonly last_run: { readonly started_at: string } | string | null;
  };
}

export interface FunctionInfo extends FunctionListed {
  readonly schedule: string | null;
  readonly timezone: string;
  readonly timeout_ms: number;
  readonly retries: number;
  readonly description: string | null;
  readonly version: number;
  readonly deployed_at: string;
  readonly files: Readonly<Record<string, string>>;
  readonly versions: readonly { readonly version: number; readonly created_at: string }[];
}

export interface Run {
  readonly id: string;
  readonly trigger: string;
  readonly status: string;
  readonly caller: string;
  readonly job_id?: string;
  readonly delivery_id?: string;
  readonly started_at: string | null;
  readonly duration_ms: number | null;
  readonly error: string | null;
  readonly payload?: unknown;
  readonly result?: unknown;
  readonly log?: readonly { readonly at: string; readonly level: string; readonly message: string }[];
}

export function functionsQuery(
  project: string,
  { text, limit, offset, order = 'name' }: ListSearch,
): ListQuery<ListData<FunctionListed>> {
  const query = { limit, offset, order, stats: true, ...(text !== undefined && { search: text }) };
  return {
    queryKey: [project, 'functions', 'list', query],
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: project }, query };
      return (await answerOf(
        api.GET('/api/cloud/projects/{project_id}/functions', { params, signal }),
      )) as unknown as ListData<FunctionListed>;
    },
  };
}

export function functionQuery(project: string, name: string) {
  return queryOptions({
    queryKey: [project, 'functions', 'one', name],
    queryFn: async ({ signal }): Promise<FunctionInfo> => {
      const params = { path: { project_id: project, name } };
      const found = await dataOf(api.GET('/api/cloud/projects/{project_id}/functions/{name}', { params, signal }));
      return found as unknown as FunctionInfo;
    },
  });
}

interface RunsAsked {
  readonly project: string;
  readonly name: string;
  readonly isFollowed: boolean;
}

const FOLLOW_MS = 2000;

export function runsQuery({ project, name, isFollowed }: RunsAsked, search: ListSearch): ListQuery<ListData<Run>> {
  const { text, limit, offset, filters } = search;
  const { status, trigger } = filters;
  const query = asTyped<QueryOf<'listRuns'>>({
    limit,
    offset,
    ...(text && { search: text }),
    ...(status && { status }),
    ...(trigger && { trigger }),
  });
  return {
    queryKey: [project, 'functions', 'runs', name, query],
    refetchInterval: isFollowed ? FOLLOW_MS : false,
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: project, name }, query };
      return (await answerOf(
        api.GET('/api/cloud/projects/{project_id}/functions/{name}/runs', { params, signal }),
      )) as unknown as ListData<Run>;
    },
  };
}

export function runQuery(project: string, name: string, id: string) {
  return queryOptions<Run>({
    queryKey: [project, 'functions', 'run', id],
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? FOLLOW_MS : false),
    queryFn: async ({ signal }): Promise<Run> => {
      const params = { path: { project_id: project, name, run_id: id } };
      return (await dataOf(
        api.GET('/api/cloud/projects/{project_id}/functions/{name}/runs/{run_id}', { params, signal }),
      )) as unknown as Run;
    },
  });
}

export async function runFunction(
  project: string,
  name: string,
  body: { readonly payload?: unknown } | { readonly run_id: string },
): Promise<Run> {
  const params = { path: { project_id: project, name } };
  return (await dataOf(
    api.POST('/api/cloud/projects/{project_id}/functions/{name}/run', { params, body }),
  )) as unknown as Run;
}

/** Deploys a source, or changes the given options. Throws `ApiFailure`; for `invalid_source` it lists the positions. */
export async function putFunction(
  project: string,
  name: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const params = { path: { project_id: project, name } };
  await answerOf(api.PUT('/api/cloud/projects/{project_id}/functions/{name}', { params, headers, body }));
}
