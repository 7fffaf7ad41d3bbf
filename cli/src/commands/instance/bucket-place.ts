import { createHash } from 'node:crypto';
import type { BackupTargetConfig } from '../../../../server/src/config/urls.ts';
import { upload } from '../../api/upload.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { Failure, failed } from '../../outcome/failure.ts';
import { MANIFEST } from './manifest.ts';
import { collect, type Place } from './place.ts';
import { encoded, signedHeaders } from './sign-request.ts';

/** Object stores accept no larger body in one request. */
const OBJECT_BYTES_MAX = 5 * 1024 ** 3;
const TRIES = 4;

type BucketConfig = Extract<BackupTargetConfig, { readonly kind: 's3' }>;

export interface BucketOptions {
  readonly config: BucketConfig;
  readonly folder: string;
  readonly signal: AbortSignal;
}

export function createBucketPlace({ config, folder, signal }: BucketOptions): Place {
  const { endpoint, bucket, prefix } = config;
  const root = [prefix, folder].filter((part) => part !== '').join('/');
  const urlOf = (name: string): URL =>
    new URL(`${endpoint}/${[bucket, ...`${root}/${name}`.split('/')].map(encoded).join('/')}`);
  const signed = (method: string, url: URL) => signedHeaders({ method, url }, config, new Date());
  const fetched = (url: URL): Promise<Response> =>
    fetch(url, { headers: signed('GET', url), signal, redirect: 'manual' }).catch((error: unknown) => {
      throw unreachable(config, error, signal);
    });
  const place: Place = {
    shownName: `s3://${new URL(endpoint).host}/${bucket}/${root}`,
    async requireEmpty() {
      if ((await place.get(MANIFEST)) !== undefined) throw failed(`${root} has a backup already.`, 'not_empty');
    },
    async put(name, { size, bytes }) {
      if (size > OBJECT_BYTES_MAX) {
        throw failed(`${name} is larger than the 5 GiB that a bucket takes in one piece: back up into a folder.`);
      }
      const digest = createHash('sha256');
      const url = urlOf(name);
      const headers = { ...signed('PUT', url), 'content-length': String(size) };
      const answer = await upload(url.href, { method: 'PUT', headers, bytes: hashed(bytes, digest), signal }).catch(
        (error: unknown) => {
          throw unreachable(config, error, signal);
        },
      );
      const text = (await collect(answer.body ?? [])).toString();
      if (answer.status !== 200) throw refused(answer.status, text);
      return { bytes: size, sha256: digest.digest('hex') };
    },
    async get(name) {
      const url = urlOf(name);
      for (let tried = 1; ; tried += 1) {
        const answer = await fetched(url);
        if (answer.status === 404) return undefined;
        if (answer.ok && answer.body !== null) {
          return { size: Number(answer.headers.get('content-length') ?? 0), bytes: answer.body };
        }
        const text = await answer.text();
        if (answer.status < 500 || tried === TRIES) throw refused(answer.status, text);
      }
    },
  };
  return place;
}

async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  digest: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    digest.update(piece);
    yield piece;
  }
}

function refused(status: number, text: string): Failure {
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? `http_${status}`;
  return new Failure(`The object store refused it: ${code}.`, {
    exit: status >= 500 ? EXIT.unreachable : EXIT.failed,
    code: 'bucket_refused',
    status,
  });
}

function unreachable({ endpoint }: BucketConfig, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof Failure) return error;
  return new Failure(`The object store ${new URL(endpoint).host} was not reached.`, {
    exit: EXIT.unreachable,
    code: 'unreachable',
    retry: {},
  });
}
