import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type BodyOf, dataOf, type QueryOf } from '../../shared/api/client.ts';
import type { PickerSource } from '../../shared/forms/picker-source.ts';

const REFRESH_MS = 10_000;
const MOVING_MS = 1_000;
const MOVES_SHOWN = 20;
const CHOICES = 20;

export interface Database {
  readonly name: string;
  readonly accepts_new: boolean;
  readonly weight: number;
  readonly state: 'ok' | 'down';
  readonly projects: number;
  /** Null while the database does not answer. */
  readonly bytes: number | null;
  readonly connections: number | null;
}

export interface Move {
  readonly id: string;
  readonly project: string;
  readonly from: string;
  readonly database: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly bytes: number | null;
  readonly error: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly kept_until: string | null;
}

export const databasesQuery = {
  queryKey: ['databases', 'list'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    answerOf(api.GET('/api/cloud/instance/databases', { signal })),
  refetchInterval: REFRESH_MS,
};

export function movesQuery(project: string) {
  return queryOptions({
    queryKey: ['databases', 'moves', project],
    queryFn: ({ signal }) => {
      const params = { path: { project_id: project }, query: { limit: MOVES_SHOWN } };
      return answerOf(api.GET('/api/cloud/projects/{project_id}/moves', { params, signal }));
    },
    refetchInterval: ({ state }) =>
      state.data?.data.some((move) => move.state === 'running') === true ? MOVING_MS : false,
  });
}

interface PlacedProject {
  readonly id: string;
  readonly name: string;
  readonly database: string;
}

async function findProjects(
  query: QueryOf<'listPlacedProjects'>,
  signal: AbortSignal,
): Promise<readonly PlacedProject[]> {
  return await dataOf(api.GET('/api/cloud/instance/projects', { params: { query }, signal }));
}

async function findProject(id: string, signal: AbortSignal): Promise<PlacedProject | null> {
  return (await findProjects({ id }, signal))[0] ?? null;
}

export function placedProjectQuery(id: string) {
  return queryOptions({
    queryKey: ['databases', 'placed', id],
    queryFn: ({ signal }) => findProject(id, signal),
  });
}

/** All projects of the installation, with the database of each. */
export const projectSource: PickerSource = {
  key: ['databases', 'projects'],
  async find(text, signal) {
    const projects = await findProjects({ limit: CHOICES, ...(text !== '' && { search: text }) }, signal);
    return projects.map(({ id, name, database }) => ({ id, label: name, detail: `${id} · in ${database}` }));
  },
  labelOf: async (id, signal) => (await findProject(id, signal))?.name,
};

export async function addDatabase(body: BodyOf<'addDatabase'>): Promise<void> {
  await answerOf(api.POST('/api/cloud/instance/databases', { body }));
}

export async function changeDatabase(name: string, body: BodyOf<'changeDatabase'>): Promise<void> {
  await answerOf(api.PATCH('/api/cloud/instance/databases/{name}', { params: { path: { name } }, body }));
}

export async function removeDatabase(name: string): Promise<void> {
  await answerOf(api.DELETE('/api/cloud/instance/databases/{name}', { params: { path: { name } } }));
}

/** Starts a move. Resolves without waiting for its end. */
export async function startMove(project: string, database: string): Promise<void> {
  const params = { path: { project_id: project }, query: { wait: 0 } };
  await answerOf(api.POST('/api/cloud/projects/{project_id}/move', { params, body: { database } }));
}
