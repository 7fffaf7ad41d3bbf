import { path } from '../../api/path.ts';
import type { Context } from '../../command/context.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { Failure, failed } from '../../outcome/failure.ts';
import { sendRestore } from '../restore/send-restore.ts';
import { checkedBytes } from './checked-bytes.ts';
import { forEach, retryWhileBusy } from './in-turn.ts';
import { type InstanceManifest, readManifest } from './manifest.ts';
import type { Place } from './place.ts';

const LOADING_MS = 60 * 60 * 1000;

export interface LeftOut {
  readonly project: string;
  readonly kind: string;
  readonly name: string;
  readonly reason: string;
}

export interface FailedProject {
  readonly project: string;
  readonly error: string;
  readonly code: string;
}

export interface InstanceRestore {
  readonly backup_id: string;
  readonly created_at: string;
  readonly projects: number;
  readonly restored_before: number;
  readonly left_out: readonly LeftOut[];
  readonly failed: readonly FailedProject[];
}

interface RestoredControl {
  readonly backup_id: string;
  readonly projects: readonly { readonly id: string; readonly state: 'waiting' | 'restored' }[];
}

type Headers = Readonly<Record<string, string>>;

export interface RestoreSettings {
  readonly headers: Headers;
  /** Webhooks and schedules come back switched off. */
  readonly isPaused: boolean;
}

/** A project that fails does not hold up the others. */
export async function restore(context: Context, place: Place, settings: RestoreSettings): Promise<InstanceRestore> {
  const manifest = await readManifest(place);
  const { projects } = await restoreControl(context, place, { manifest, headers: settings.headers });
  const waiting = projects.filter(({ state }) => state === 'waiting');
  const before = projects.length - waiting.length;
  const leftOut: LeftOut[] = [];
  const failures: FailedProject[] = [];
  let done = before;
  await forEach(waiting, async ({ id }) => {
    try {
      leftOut.push(...(await restoreProject(context, place, { id, manifest, ...settings })));
    } catch (error) {
      if (!(error instanceof Failure) || error.facts.exit !== EXIT.failed) throw error;
      failures.push({ project: id, error: error.message, code: error.facts.code });
    }
    done += 1;
    context.output.progress(`${done} of ${projects.length} projects`);
  });
  context.output.progress('');
  const { backup_id, created_at } = manifest;
  return {
    backup_id,
    created_at,
    projects: projects.length,
    restored_before: before,
    left_out: leftOut,
    failed: failures,
  };
}

async function restoreControl(
  context: Context,
  place: Place,
  { manifest: { control }, headers }: { readonly manifest: InstanceManifest; readonly headers: Headers },
): Promise<RestoredControl> {
  const api = await context.api('cli', { silenceMs: LOADING_MS });
  return await retryWhileBusy(context.signal, async () => {
    const bytes = await checkedBytes(place, control);
    const body = { type: 'application/x-ndjson', bytes, size: control.bytes };
    return (await api.call<RestoredControl>('/api/cloud/instance/restore', { method: 'POST', headers, body })).data;
  });
}

async function restoreProject(
  context: Context,
  place: Place,
  { id, manifest, headers, isPaused }: RestoreSettings & { readonly id: string; readonly manifest: InstanceManifest },
): Promise<readonly LeftOut[]> {
  const saved = manifest.projects.find((project) => project.id === id);
  if (saved === undefined) throw failed('The backup has no archive of this project.', 'missing');
  const target = { api: await context.api(), base: path`/api/cloud/instance/projects/${id}`, project: id };
  const { left_out } = await retryWhileBusy(context.signal, async () => {
    const bytes = await checkedBytes(place, saved);
    return await sendRestore(context, target, {
      query: { replace: id, paused: isPaused || undefined },
      headers,
      open: () => ({ type: 'application/x-tar', bytes, size: saved.bytes }),
    });
  });
  return left_out.map((one) => ({ project: id, ...one }));
}
