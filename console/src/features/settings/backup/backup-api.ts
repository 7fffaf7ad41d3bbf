import { queryOptions } from '@tanstack/react-query';
import { searchText } from '../../../shared/address/search-text.ts';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { answerOf, api, dataOf } from '../../../shared/api/client.ts';
import { sendFile } from '../../../shared/api/send-file.ts';
import type { ListData } from '../../../shared/list/list-data.ts';
import type { ListQuery } from '../../../shared/list/list-page.tsx';
import type { ListSearch } from '../../../shared/list/list-search.ts';

export const EXCLUDABLE = ['files', 'messages', 'deployments'] as const;

export interface Failure {
  readonly error: string;
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface Backup {
  readonly id: string;
  readonly state: 'running' | 'ready' | 'failed';
  readonly trigger: 'manual' | 'schedule';
  /** True: at the schedule's destination. False: in the service, for one day. */
  readonly stored: boolean;
  readonly created_at: string;
  readonly size_bytes: number | null;
  readonly sha256: string | null;
  readonly verified_at: string | null;
  readonly error: Failure | null;
}

export interface Restore {
  readonly id: string;
  readonly state: 'verifying' | 'loading' | 'done' | 'failed';
  readonly dry_run: boolean;
  readonly archive: {
    readonly created_at: string;
    readonly project: { readonly id: string; readonly name: string };
  } | null;
  readonly counts: Readonly<Record<string, number>> | null;
  readonly left_out: readonly { readonly kind: string; readonly name: string; readonly reason: string }[];
  readonly error: Failure | null;
}

const RUNNING_MS = 2000;
const RESTORING_MS = 1000;

export function backupsQuery(project: string, { limit, offset }: ListSearch): ListQuery<ListData<Backup>> {
  const params = { path: { project_id: project }, query: { limit, offset } };
  return {
    queryKey: [project, 'backups', offset],
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'running') ? RUNNING_MS : false),
    queryFn: ({ signal }) => answerOf(api.GET('/api/cloud/projects/{project_id}/backups', { params, signal })),
  };
}

export function restoreQuery(project: string, restore: string) {
  const params = { path: { project_id: project, restore_id: restore } };
  return queryOptions<Restore>({
    queryKey: [project, 'restores', restore],
    refetchInterval: ({ state: { data, error } }) =>
      (data !== undefined && isOver(data)) || isNotFound(error) ? false : RESTORING_MS,
    queryFn: ({ signal }): Promise<Restore> =>
      dataOf(api.GET('/api/cloud/projects/{project_id}/restores/{restore_id}', { params, signal })),
  });
}

export function isOver({ state }: Restore): boolean {
  return state === 'done' || state === 'failed';
}

/** A restore into a new project is no longer found after it fails, because the service removes the project. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 404;
}

export function downloadAddress(project: string, backup: string): string {
  return `/api/cloud/projects/${project}/backups/${backup}/download`;
}

export async function createBackup(
  project: string,
  body: { readonly exclude: string[]; readonly passphrase?: string },
): Promise<void> {
  const params = { path: { project_id: project } };
  await answerOf(api.POST('/api/cloud/projects/{project_id}/backups', { params, body }));
}

export async function deleteBackup(project: string, backup: string): Promise<void> {
  const params = { path: { project_id: project, backup_id: backup } };
  await answerOf(api.DELETE('/api/cloud/projects/{project_id}/backups/{backup_id}', { params }));
}

export interface RestoreAsked {
  readonly from: File | string;
  readonly passphrase: string;
  readonly keys: string;
  readonly skipsSecrets: boolean;
  readonly isPaused: boolean;
  readonly isDryRun: boolean;
}

export async function startRestore(
  project: string,
  { from, passphrase, keys, skipsSecrets, isPaused, isDryRun }: RestoreAsked,
  onProgress: (part: number) => void,
): Promise<string> {
  const asked = searchText({
    replace: project,
    wait: '0',
    keys,
    ...(skipsSecrets && { secrets: 'skip' }),
    ...(isPaused && { paused: 'true' }),
    ...(isDryRun && { dry_run: 'true' }),
    ...(typeof from === 'string' && { backup: from }),
  });
  const answer = await sendFile(
    {
      address: `/api/cloud/projects/${project}/restore${asked}`,
      body: typeof from === 'string' ? new Blob() : from,
      headers: { 'Content-Type': 'application/x-tar', ...passphraseHeader(passphrase) },
    },
    onProgress,
  );
  return (answer as { readonly data: Restore }).data.id;
}

/** Headers allow ASCII only, so the passphrase is sent as base64 of its UTF-8 bytes. */
export function passphraseHeader(passphrase: string): Readonly<Record<string, string>> {
  if (passphrase === '') return {};
  return { 'X-Archive-Passphrase': btoa(String.fromCharCode(...new TextEncoder().encode(passphrase))) };
}
