import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** A real S3 server on a free port with one empty bucket; its address is what `SERVICE_BLOBS_URL` takes. */
export async function startObjectStore(): Promise<AsyncDisposable & { readonly url: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'service-cluster-objects-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: false,
    vhostBuckets: false,
    configureBuckets: [{ name: 'files' }],
  });
  const { port } = await server.run();
  return {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/files?region=us-east-1&tls=off`,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
