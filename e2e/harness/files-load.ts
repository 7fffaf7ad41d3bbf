import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { textAt } from './api-client.ts';
import type { Scene } from './each-engine.ts';
import { watchResident } from './process-usage.ts';

const PIECE = Buffer.alloc(65_536, 'the bytes of a large file, ');

export interface Load {
  readonly files: number;
  readonly bytes: number;
}

export interface UploadedLoad {
  /** Ids of the files, in any order. */
  readonly ids: readonly string[];
  /** Peak memory of the service and its children, minus the memory before the load. */
  readonly grownBytes: number;
}

/** Uploads this many files at once, each on its own connection. Throws unless all are stored completely. */
export async function uploadAtOnce(scene: Scene, { files, bytes }: Load): Promise<UploadedLoad> {
  const checksum = hashOf(pieces(bytes));
  return watched(scene, async () => {
    const answers = await Promise.all(Array.from({ length: files }, () => uploadOne(scene, bytes)));
    return answers.map((answer) => {
      if (textAt(answer, 'data', 'checksum_sha256') !== checksum) throw new Error('a file is not what was sent');
      return textAt(answer, 'data', 'id');
    });
  });
}

/** Downloads files at once to their end. Throws unless all are complete. */
export async function downloadAtOnce(scene: Scene, ids: readonly string[], bytes: number): Promise<UploadedLoad> {
  const checksum = hashOf(pieces(bytes));
  return watched(scene, async () => {
    const checksums = await Promise.all(ids.map((id) => downloadOne(scene, id)));
    if (checksums.some((each) => each !== checksum)) throw new Error('a file is not what was stored');
    return ids;
  });
}

async function watched(scene: Scene, work: () => Promise<readonly string[]>): Promise<UploadedLoad> {
  const watch = watchResident(scene.service.pid);
  const before = watch.stop();
  const during = watchResident(scene.service.pid);
  const ids = await work();
  return { ids, grownBytes: during.stop() - before };
}

async function uploadOne(scene: Scene, bytes: number): Promise<unknown> {
  const headers = { 'content-type': 'multipart/form-data; boundary=XX', 'transfer-encoding': 'chunked' };
  const answer = await send(scene, { method: 'POST', path: '/storage/upload', headers }, form(bytes));
  let text = '';
  for await (const piece of answer) text += String(piece);
  if (answer.statusCode !== 201) throw new Error(`an upload was refused: ${text}`);
  return JSON.parse(text);
}

async function downloadOne(scene: Scene, id: string): Promise<string> {
  const answer = await send(scene, { method: 'GET', path: `/storage/files/${id}/download`, headers: {} });
  if (answer.statusCode !== 200) throw new Error(`a download was refused: ${answer.statusCode}`);
  const hash = createHash('sha256');
  for await (const piece of answer) hash.update(piece as Buffer);
  return hash.digest('hex');
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

function send(scene: Scene, { method, path, headers }: Call, body?: Iterable<Uint8Array>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const url = `${scene.service.url}/api/baas/${scene.projectId}${path}`;
    const authorization = `Bearer ${scene.secretKey}`;
    const call = request(url, { method, agent: false, headers: { authorization, ...headers } }, resolve);
    call.on('error', reject);
    if (body === undefined) call.end();
    else Readable.from(body, { objectMode: false }).pipe(call);
  });
}

function* form(bytes: number): Generator<Uint8Array> {
  yield Buffer.from('--XX\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n');
  yield* pieces(bytes);
  yield Buffer.from('\r\n--XX--\r\n');
}

function* pieces(bytes: number): Generator<Uint8Array> {
  for (let left = bytes; left > 0; left -= PIECE.length) yield left < PIECE.length ? PIECE.subarray(0, left) : PIECE;
}

function hashOf(parts: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
