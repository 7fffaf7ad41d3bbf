import { setTimeout as sleep } from 'node:timers/promises';
import type { Api, ApiRequest } from '../../api/api.ts';
import type { Query } from '../../api/path.ts';
import { path } from '../../api/path.ts';
import type { Context } from '../../command/context.ts';
import { failed } from '../../outcome/failure.ts';

/** The server responds at least this often, so that longer silence means that it is unreachable. */
const WAIT_S = 10;
const POLL_MS = 1000;

export interface Restore {
  readonly id: string;
  readonly state: 'verifying' | 'loading' | 'done' | 'failed';
  readonly dry_run: boolean;
  readonly archive: { readonly archive_id: string; readonly created_at: string } | null;
  readonly counts: Readonly<Record<string, number>> | null;
  readonly left_out: readonly { readonly kind: string; readonly name: string; readonly reason: string }[];
  readonly error: { readonly error: string; readonly code: string; readonly details?: unknown } | null;
}

export interface Target {
  readonly api: Api;
  readonly base: string;
  readonly project: string;
}

export type RestoreQuery = Query & { readonly dry_run?: boolean | undefined; readonly as?: string | undefined };

interface RestoreRequest {
  readonly query: RestoreQuery;
  readonly headers: Readonly<Record<string, string>>;
  open(): ApiRequest['body'];
}

/** Sends the archive and waits for the result. Throws the server's error when it refuses the archive. */
export async function sendRestore(
  { output, signal }: Context,
  { api, base }: Target,
  { query, headers, open }: RestoreRequest,
): Promise<Restore> {
  const body = open();
  let { data } = await api.call<Restore>(`${base}/restore`, {
    method: 'POST',
    query: { ...query, wait: WAIT_S },
    headers,
    ...(body !== undefined && { body }),
  });
  // A restore beside the project belongs to the new one.
  const { as, dry_run: isDryRun } = query;
  const filled = as === undefined || isDryRun === true ? base : path`/api/cloud/projects/${as}`;
  while (data.state === 'verifying' || data.state === 'loading') {
    output.progress(`${data.state} …`);
    await sleep(POLL_MS, undefined, { signal });
    data = (await api.get<Restore>(`${filled}${path`/restores/${data.id}`}`)).data;
  }
  output.progress('');
  if (data.state === 'done') return data;
  const { error = 'The server could not restore the archive.', code = 'restore_failed', details } = data.error ?? {};
  throw failed(error, code, details);
}
