import type { S3Connection } from './s3-connection.ts';

export interface ListedObject {
  readonly name: string;
  readonly size: number;
  readonly changedMs: number;
}

export async function listObjects(
  s3: S3Connection,
  { prefix, after }: { readonly prefix: string; readonly after: string },
): Promise<readonly ListedObject[]> {
  const page = await s3.call(
    ({ sdk, client, bucket }, abortSignal) =>
      client.send(
        new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(after !== '' && { StartAfter: after }) }),
        { abortSignal },
      ),
    { timeoutMs: s3.times.callMs },
  );
  return (page?.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
    name: Key,
    size: Size,
    changedMs: LastModified?.getTime() ?? Number.POSITIVE_INFINITY,
  }));
}
