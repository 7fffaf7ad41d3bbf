import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import type { Config } from '../src/config/index.ts';
import { blobsOf } from '../src/config/urls.ts';

type StoreConfig = Extract<Config['blobs'], { kind: 's3' }>;

export interface TestObjectStore extends AsyncDisposable {
  readonly config: StoreConfig;
  /** Folder of the objects: each is a file whose name begins with the object's name. Undefined for an external store. */
  readonly directory: string | undefined;
}

const BUCKET = 'files';
/** The only credentials that this server accepts. */
const ACCESS = 'S3RVER';

/**
 * An empty bucket: on a real S3 server on a free port, which checks signatures, or in the store at `OBJECT_STORE_URL`, so that `npm run
 * test:s3` runs the same tests on other stores.
 */
export function startObjectStore(): Promise<TestObjectStore> {
  const url = process.env['OBJECT_STORE_URL'];
  return url === undefined ? startS3rver() : makeBucket(url);
}

async function startS3rver(): Promise<TestObjectStore> {
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

async function makeBucket(url: string): Promise<TestObjectStore> {
  const parsed = blobsOf(url);
  if (parsed?.kind !== 's3') throw new Error('OBJECT_STORE_URL must be s3://key:secret@host/bucket?region=…');
  const config = { ...parsed, bucket: `${parsed.bucket}-${randomBytes(8).toString('hex')}` };
  const client = connectTo(config);
  await client.send(new CreateBucketCommand({ Bucket: config.bucket }));
  return {
    config,
    directory: undefined,
    async [Symbol.asyncDispose]() {
      await emptyBucket(client, config.bucket);
      await client.send(new DeleteBucketCommand({ Bucket: config.bucket }));
      client.destroy();
    },
  };
}

/** A client of the official AWS library for this store. */
export function connectTo({ endpoint, region, accessKey, secretKey }: StoreConfig): S3Client {
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  return new S3Client({ endpoint, region, credentials, forcePathStyle: true });
}

async function emptyBucket(client: S3Client, Bucket: string): Promise<void> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  for (const { Key, UploadId } of Uploads)
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  for (;;) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    if (Contents.length === 0) return;
    for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key }));
  }
}
