import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../api/api.ts';
import { path } from '../../api/path.ts';
import { failed } from '../../outcome/failure.ts';
import { rangedDownload } from './ranged-download.ts';
import type { ArchiveBytes } from './save-archive.ts';

const POLL_MS = 500;

export interface StoredBackup extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly state: 'running' | 'ready' | 'failed';
  readonly created_at: string;
  readonly size_bytes: number | null;
  readonly sha256: string | null;
  readonly error: { readonly error: string; readonly code: string } | null;
}

export interface BackupsApi {
  readonly api: Api;
  readonly base: string;
  readonly signal: AbortSignal;
}

export interface BackupOrder {
  readonly exclude: readonly string[];
  /** True: at the operator's backup target; false: on the server for a day. By default at the target if there is one. */
  readonly store?: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

export function backupPath(base: string, id: string): string {
  return `${base}${path`/backups/${id}`}`;
}

export async function beginBackup({ api, base }: BackupsApi, order: BackupOrder): Promise<StoredBackup> {
  const { exclude, store, headers } = order;
  const json = { exclude, ...(store !== undefined && { store }) };
  return (await api.call<StoredBackup>(`${base}/backups`, { method: 'POST', json, headers })).data;
}

/** Waits until the backup is ready. Throws the server's error when it failed. */
export async function readyBackup({ api, base, signal }: BackupsApi, begun: StoredBackup): Promise<StoredBackup> {
  for (let backup = begun; ; ) {
    if (backup.state === 'ready') return backup;
    if (backup.state === 'failed') {
      const { error = 'The server could not make the backup.', code = 'backup_failed' } = backup.error ?? {};
      throw failed(error, code);
    }
    await sleep(POLL_MS, undefined, { signal });
    backup = (await api.get<StoredBackup>(backupPath(base, begun.id))).data;
  }
}

export function storedBytes({ api, base, signal }: BackupsApi, { id, size_bytes, sha256 }: StoredBackup): ArchiveBytes {
  return {
    bytes: rangedDownload(api, `${backupPath(base, id)}/download`, signal),
    size: size_bytes ?? undefined,
    sha256: sha256 ?? undefined,
  };
}
