import type { paths } from './description.d.ts';

/** Everything that can be called. */
export type ApiPaths = Omit<paths, keyof ComingPaths> & ComingPaths;

/** Calls that the written description does not have yet: whoever writes it anew takes out of here what is in it. */
interface ComingPaths {
  '/api/cloud/projects/{project_id}/users/{user_id}/sessions': {
    get: Call<{ path: { project_id: string; user_id: string }; data: SessionShown[] }>;
  };
  '/api/cloud/projects/{project_id}/users/{user_id}/sessions/{session_id}': {
    delete: Call<{ path: { project_id: string; user_id: string; session_id: string }; data: unknown }>;
  };
  '/api/cloud/projects/{project_id}/storage/folders': {
    get: Call<{
      path: { project_id: string };
      query: { prefix?: string };
      data: { path: string; files: number; bytes: number }[];
    }>;
  };
  '/api/cloud/projects/{project_id}/mail-templates/{kind}/test': {
    post: Call<{ path: { project_id: string; kind: string }; body: object; data: unknown }>;
  };
  '/api/cloud/projects/{project_id}/metrics': {
    get: Call<{ path: { project_id: string }; query: MetricsAsked; data: MetricsPoint[] }>;
  };
  '/api/cloud/projects/{project_id}/schedules/preview': {
    post: Call<{
      path: { project_id: string };
      body: { schedule: string; timezone?: string; count?: number };
      data: { times: string[] };
    }>;
  };
  '/api/cloud/projects/{project_id}/logs': {
    get: Call<{ path: { project_id: string }; query: { status?: string; limit?: number }; data: LogEntry[] }>;
  };
}

export interface SessionShown {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly current?: boolean;
}

interface LogEntry {
  readonly id: string;
  readonly at: string;
  readonly request_id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

interface MetricsAsked {
  readonly from: string;
  readonly to: string;
  readonly step: '5m' | '1h' | '1d';
}

export interface MetricsPoint {
  readonly at: string;
  readonly requests: number;
  readonly errors: number;
  readonly runs: number;
  readonly runs_failed: number;
  readonly deliveries: number;
  readonly deliveries_failed: number;
  readonly storage_bytes: number;
}

interface CallText {
  readonly path?: object;
  readonly query?: object;
  readonly body?: object;
  readonly data: unknown;
}

/** A call as the written description would have it. */
type Call<T extends CallText> = Parameters<T> &
  Body<T> & { responses: { 200: { content: { 'application/json': { data: T['data']; count: number } } } } };

interface Parameters<T extends CallText> {
  parameters: Path<T> & Query<T> & { header?: never; cookie?: never };
}

type Path<T> = T extends { path: infer P } ? { path: P } : { path?: never };
type Query<T> = T extends { query: infer Q } ? { query?: Q } : { query?: never };
type Body<T> = T extends { body: infer B }
  ? { requestBody: { content: { 'application/json': B } } }
  : { requestBody?: never };
