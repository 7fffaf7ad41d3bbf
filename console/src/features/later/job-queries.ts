import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import type { operations } from '../../shared/api/description.d.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import type { ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';

type Query = NonNullable<operations['listJobs']['parameters']['query']>;
export type Job = operations['listJobs']['responses'][200]['content']['application/json']['data'][number];
export type WholeJob = operations['getJob']['responses'][200]['content']['application/json']['data'];
export type JobState = Job['state'];

export const JOB_STATES: readonly JobState[] = ['waiting', 'running', 'succeeded', 'failed', 'cancelled'];

const FOLLOW_MS = 2000;

export function jobsQuery(project: string, { limit, offset, filters }: ListSearch): ListQuery<ListData<Job>> {
  const state = JOB_STATES.find((known) => known === filters['state']);
  const name = filters['function'];
  const query: Query = { limit, offset, ...(state && { state }), ...(name && { function: name }) };
  return {
    queryKey: [project, 'functions', 'jobs', query],
    refetchInterval: ({ state: { data } }) => (data?.data.some(isMoving) ? FOLLOW_MS : false),
    queryFn: ({ signal }) => {
      const params = { path: { project_id: project }, query };
      return answerOf(api.GET('/api/cloud/projects/{project_id}/jobs', { params, signal }));
    },
  };
}

export function pausedQuery(project: string) {
  return queryOptions({
    queryKey: [project, 'functions', 'jobs', 'paused'],
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: project }, query: { limit: 0 } };
      return (await answerOf(api.GET('/api/cloud/projects/{project_id}/jobs', { params, signal }))).paused;
    },
  });
}

export function jobQuery(project: string, id: string) {
  return queryOptions<WholeJob>({
    queryKey: [project, 'functions', 'job', id],
    refetchInterval: ({ state: { data } }) => (data !== undefined && isMoving(data) ? FOLLOW_MS : false),
    queryFn: ({ signal }) => {
      const params = { path: { project_id: project, job_id: id } };
      return dataOf(api.GET('/api/cloud/projects/{project_id}/jobs/{job_id}', { params, signal }));
    },
  });
}

function isMoving({ state, due_at }: Pick<Job, 'state' | 'due_at'>): boolean {
  return state === 'running' || (state === 'waiting' && Date.parse(due_at) < Date.now() + FOLLOW_MS);
}

export type JobAction = 'run' | 'retry' | 'cancel';

export async function changeJob(project: string, id: string, action: JobAction): Promise<void> {
  const params = { path: { project_id: project, job_id: id } };
  switch (action) {
    case 'run':
      await answerOf(api.POST('/api/cloud/projects/{project_id}/jobs/{job_id}/run', { params }));
      return;
    case 'retry':
      await answerOf(api.POST('/api/cloud/projects/{project_id}/jobs/{job_id}/retry', { params }));
      return;
    case 'cancel':
      await answerOf(api.DELETE('/api/cloud/projects/{project_id}/jobs/{job_id}', { params }));
  }
}

export async function resumeJobs(project: string): Promise<number> {
  const params = { path: { project_id: project } };
  return (await answerOf(api.POST('/api/cloud/projects/{project_id}/jobs/resume', { params }))).count;
}

export function functionNamesQuery(project: string) {
  return queryOptions({
    queryKey: [project, 'functions', 'names'],
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: project }, query: { limit: 1000, order: 'name' } };
      const all = await dataOf(api.GET('/api/cloud/projects/{project_id}/functions', { params, signal }));
      return all.filter(({ trigger }) => trigger === 'http').map(({ name }) => name);
    },
  });
}
