import { BlobError } from '../blob-store.ts';
import type { S3Connection } from './s3-connection.ts';

const NAMES_AT_ONCE = 1000;

export async function deleteObjects(s3: S3Connection, names: readonly string[]): Promise<void> {
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
    const Objects = names.slice(from, from + NAMES_AT_ONCE).map((name) => ({ Key: name }));
    const answer = await s3.call(
      ({ sdk, client, bucket }, abortSignal) =>
        client.send(new sdk.DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }), {
          abortSignal,
        }),
      { timeoutMs: s3.times.callMs },
    );
    const [failure] = answer?.Errors ?? [];
    if (failure !== undefined) {
      throw new BlobError('unavailable', 'The object store did not delete everything.', failure.Code);
    }
  }
}
