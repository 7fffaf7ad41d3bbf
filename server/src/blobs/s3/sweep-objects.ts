import type { Clock } from '../../platform/clock.ts';
import type { BlobKey, SweepOptions } from '../blob-store.ts';
import { type KeySweep, sweepKeys } from '../sweep-keys.ts';
import { type ListedObject, listObjects } from './list-objects.ts';
import { ALL_PREFIX, groupPrefix, parseObjectName } from './object-names.ts';
import type { S3Connection } from './s3-connection.ts';

/** Longer than the day between two full sweeps. */
const RECENT_MS = 2 * 24 * 60 * 60 * 1000;

interface ObjectSweep extends SweepOptions, Pick<KeySweep, 'unconfirmed' | 'remove'> {
  readonly s3: S3Connection;
  readonly clock: Clock;
}

/** Ids increase with time and objects are listed by name, so one request finds the recent blobs of a group. */
export async function sweepObjects(sweep: ObjectSweep): Promise<{ deleted: number }> {
  const { s3, scope } = sweep;
  await endStaleUploads(sweep);
  let deleted = 0;
  let after = '';
  for (;;) {
    const page = await listObjects(s3, { prefix: ALL_PREFIX, after });
    const last = page.at(-1);
    if (last === undefined) return { deleted };
    deleted += await sweepPage(sweep, page);
    after = scope === 'all' ? last.name : afterOld(last.name, sweep.clock);
  }
}

async function sweepPage(sweep: ObjectSweep, page: readonly ListedObject[]): Promise<number> {
  const changedMs = new Map<string, number>();
  const keys: BlobKey[] = [];
  for (const { name, changedMs: ms } of page) {
    const key = parseObjectName(name);
    if (key === undefined) continue;
    keys.push(key);
    changedMs.set(key.id, ms);
  }
  const isOld = ({ id }: BlobKey): boolean => Date.now() - (changedMs.get(id) ?? Number.NaN) >= sweep.graceMs;
  return sweepKeys(keys, { ...sweep, isOld });
}

function afterOld(name: string, clock: Clock): string {
  const group = parseObjectName(name)?.group;
  if (group === undefined) return name;
  const since = (clock.now() - RECENT_MS).toString(16).padStart(12, '0');
  const firstRecent = `${groupPrefix(group)}${since.slice(0, 8)}-${since.slice(8)}`;
  return name > firstRecent ? name : firstRecent;
}

/** Parts that dead processes sent cost space and appear in no listing. Some stores abort such uploads themselves. */
async function endStaleUploads({ s3, graceMs }: ObjectSweep): Promise<void> {
  const options = { timeoutMs: s3.times.callMs };
  const list = s3.call(
    ({ sdk, client, bucket }, abortSignal) =>
      client.send(new sdk.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: ALL_PREFIX }), { abortSignal }),
    options,
  );
  const uploads = (await list.catch(() => undefined))?.Uploads ?? [];
  for (const { Key, UploadId, Initiated } of uploads) {
    const isStale = Date.now() - (Initiated?.getTime() ?? Number.NaN) >= graceMs;
    if (!isStale || Key === undefined || UploadId === undefined) continue;
    await s3.call(
      ({ sdk, client, bucket }, abortSignal) =>
        client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }), { abortSignal }),
      options,
    );
  }
}
