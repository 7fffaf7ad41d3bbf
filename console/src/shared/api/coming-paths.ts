import type { paths } from './description.d.ts';

/** Everything that can be called. */
export type ApiPaths = Omit<paths, keyof ComingPaths> & ComingPaths;

/** Calls that the written description does not have yet: whoever writes it anew takes out of here what is in it. */
interface ComingPaths {
  '/api/cloud/auth/me': Omit<paths['/api/cloud/auth/me'], 'patch'> & {
    patch: Call<{ body: { name: string | null }; data: unknown }>;
  };
  '/api/cloud/auth/change-password': {
    post: Call<{ body: { current_password: string; new_password: string }; data: unknown }>;
  };
  '/api/cloud/auth/sessions': { get: Call<{ data: SessionShown[] }> };
  '/api/cloud/auth/sessions/{session_id}': { delete: Call<{ path: { session_id: string }; data: unknown }> };
  '/api/cloud/operators': {
    get: Call<{ query: { limit?: number; offset?: number }; data: OperatorShown[] }>;
    post: Call<{ body: { email: string }; data: { id: string; invite_url?: string } }>;
  };
  '/api/cloud/operators/{account_id}': {
    patch: Call<{
      path: { account_id: string };
      body: { is_operator?: boolean; disabled?: boolean };
      data: OperatorShown;
    }>;
    delete: Call<{ path: { account_id: string }; data: unknown }>;
  };
  '/api/cloud/info': { get: Call<{ data: { version: string; mode: string; engine?: string } }> };
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
}

export interface SessionShown {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly current?: boolean;
}

export interface OperatorShown {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly is_operator: boolean;
  readonly disabled: boolean;
  readonly created_at: string;
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
