import { type IncomingHttpHeaders, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import type { Reply } from './api-client.ts';
import type { TestProject, TestServer } from './start-test-server.ts';

/** Files by path: text, bytes, or a tar header for anything but a plain file. */
export type ArchiveEntries = Readonly<Record<string, string | Uint8Array | Partial<Header>>>;

/** A tar.gz like one from `tar czf`. */
export async function createArchive(entries: ArchiveEntries): Promise<Buffer> {
  return gzipSync(await createTar(Object.entries(entries)));
}

/** An uncompressed archive; names may repeat. */
export async function createTar(entries: readonly (readonly [string, ArchiveEntries[string]])[]): Promise<Buffer> {
  const tar = pack();
  const pieces: Uint8Array[] = [];
  const reading = (async () => {
    for await (const piece of tar) pieces.push(piece as Uint8Array);
  })();
  for (const [name, content] of entries) {
    const isPlain = typeof content === 'string' || content instanceof Uint8Array;
    const bytes = isPlain ? Buffer.from(content) : Buffer.alloc(0);
    tar.entry(isPlain ? { name } : { name, ...content }, bytes);
  }
  tar.finalize();
  await reading;
  return Buffer.concat(pieces);
}

export interface TestDeployment {
  readonly id: string;
  readonly number: number;
  readonly active: boolean;
  readonly url: string;
  readonly files: number;
  readonly size_bytes: number;
  readonly functions: readonly string[];
  readonly webhooks: readonly string[];
  readonly created_at: string;
  /** Only in the response to a publish. */
  readonly changes?: unknown;
}

interface Refusal {
  readonly error: string;
  readonly code: string;
}

export function sendArchive(
  project: TestProject,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply<{ data: TestDeployment; count: number } & Refusal>> {
  return project.cloudApi('/deployments', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/gzip', ...headers },
  });
}

/** Publishes files; throws when the API refuses them. */
export async function publish(project: TestProject, entries: ArchiveEntries): Promise<TestDeployment> {
  const answer = await sendArchive(project, await createArchive(entries));
  if (answer.status !== 201) throw new Error(`Publishing gave ${answer.status}: ${answer.text}`);
  const { changes: _, ...deployment } = answer.body.data;
  return deployment;
}

export interface VisitInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Host of the project's app by default. */
  readonly host?: string;
}

export interface Visit {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Requests a path on the origin of a project's app, as a browser that resolves `*.localhost` would. */
export function visit(
  server: TestServer,
  project: { readonly id: string },
  path: string,
  init: VisitInit = {},
): Promise<Visit> {
  const { port } = new URL(server.url);
  const { method = 'GET', headers = {}, body, host = `${project.id}.localhost:${port}` } = init;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers: { ...headers, host } }, (answer) => {
      const pieces: Uint8Array[] = [];
      answer.on('data', (piece: Uint8Array) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const bytes = Buffer.concat(pieces);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString('utf8') });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
