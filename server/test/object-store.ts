import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { Config } from '../src/config/index.ts';

export interface TestObjectStore extends AsyncDisposable {
  readonly config: Extract<Config['blobs'], { kind: 's3' }>;
  /** Where it keeps its objects: the bytes of each are a file whose name begins with the object's. */
  readonly directory: string;
}

const BUCKET = 'files';
/** The only one that this server knows. */
const ACCESS = 'S3RVER';

/** A real S3 server on a free port with an empty bucket. It checks signatures. */
export async function startObjectStore(): Promise<TestObjectStore> {
  const directory = await mkdtemp(join(tmpdir(), 'objects-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: false,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  return {
    config: {
      kind: 's3',
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      region: 'us-east-1',
      accessKey: ACCESS,
      secretKey: ACCESS,
    },
    directory,
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
