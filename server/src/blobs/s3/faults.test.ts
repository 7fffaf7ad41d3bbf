import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesOf, inPieces, isSame, newKey, sampleBytes } from '../../../test/conformance/blobs/sample-bytes.ts';
import { type Fault, type FaultyObjectStore, startFaultyObjectStore } from '../../../test/faulty-object-store.ts';
import { systemClock } from '../../platform/clock.ts';
import type { BlobStore } from '../blob-store.ts';
import { createS3BlobStore } from './s3-blob-store.ts';

const MIB = 1024 * 1024;
/** Generous, so that calls without a scripted fault succeed on a busy machine. */
const TIMES = { callMs: 2_000, partMs: 3_000, silenceMs: 10_000, retryMs: [1, 1] };
const SILENCE_MS = 1_000;
const SMALL = sampleBytes(1000);
const LARGE = sampleBytes(17 * MIB);
const BUSY: Fault = { kind: 'answer', status: 503, code: 'SlowDown' };
const UNAVAILABLE = { name: 'BlobError', kind: 'unavailable' };

test.each([
  ['says to slow down', BUSY],
  ['fails', { kind: 'answer', status: 500, code: 'InternalError' }],
  ['does something and loses the answer', { kind: 'lose-answer' }],
  ['does not answer', { kind: 'hang' }],
] as const)('a store that %s once for each kind of request causes no loss', async (_, fault) => {
  await using opened = await openFaulty();
  const { store } = opened;
  opened.server.script(once(fault));
  for (const bytes of [SMALL, LARGE]) {
    const key = newKey();
    expect(await store.put(key, inPieces(bytes))).toMatchObject({ size: bytes.length });
    expect(isSame(await bytesOf(await store.read(key)), bytes)).toBe(true);
    await store.delete([key]);
    expect(await store.read(key)).toBeUndefined();
  }
});

test.each([
  ['down', BUSY, 'unavailable'],
  ['silent', { kind: 'hang' }, 'unavailable'],
  ['full', { kind: 'answer', status: 507, code: 'InsufficientStorage' }, 'storage_full'],
  ['over its quota', { kind: 'answer', status: 403, code: 'QuotaExceeded' }, 'storage_full'],
  ['not ours', { kind: 'answer', status: 403, code: 'AccessDenied' }, 'unavailable'],
  ['without our bucket', { kind: 'answer', status: 404, code: 'NoSuchBucket' }, 'unavailable'],
] as const)(
  'with a store that is %s every call fails, and works again once the store recovers',
  async (_, fault, kind) => {
    await using opened = await openFaulty({ ...TIMES, callMs: 1_000, retryMs: [1] });
    const { store, server } = opened;
    const stored = newKey();
    await store.put(stored, inPieces(SMALL));
    server.script(() => fault);
    const failure = { name: 'BlobError', kind };
    const sweep = { isKept: async () => new Set<string>(), graceMs: 0, scope: 'all' } as const;
    const calls = [
      store.put(newKey(), inPieces(SMALL)),
      store.put(newKey(), inPieces(LARGE)),
      store.read(stored),
      store.delete([stored]),
      store.sweep(sweep),
    ];
    // Concurrently, because each call to a silent store waits for its timeout.
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(failure)));
    server.script(() => undefined);
    expect(isSame(await bytesOf(await store.read(stored)), SMALL)).toBe(true);
    await store.put(newKey(), inPieces(LARGE));
  },
);

test.each([
  ['ends', 'cut'],
  ['falls silent', 'stall'],
] as const)('a read whose connection %s in the middle fails rather than end early', async (_, kind) => {
  await using opened = await openFaulty({ ...TIMES, silenceMs: SILENCE_MS });
  const key = newKey();
  await opened.store.put(key, inPieces(LARGE));
  opened.server.script((line) => (line.startsWith('GET') ? { kind, afterBytes: MIB } : undefined));
  const reading = await opened.store.read(key);
  expect(reading?.size).toBe(LARGE.length);
  await expect(bytesOf(reading)).rejects.toMatchObject(UNAVAILABLE);
});

test('a consumer that pauses longer than the store may be silent is not cut off', async () => {
  await using opened = await openFaulty({ ...TIMES, silenceMs: SILENCE_MS });
  const key = newKey();
  await opened.store.put(key, inPieces(LARGE));
  const reading = await opened.store.read(key);
  const iterator = reading?.bytes[Symbol.asyncIterator]();
  const pieces = [(await iterator?.next())?.value ?? new Uint8Array()];
  await new Promise((resolve) => setTimeout(resolve, 2 * SILENCE_MS));
  for (let next = await iterator?.next(); next?.done === false; next = await iterator?.next()) pieces.push(next.value);
  expect(isSame(Buffer.concat(pieces), LARGE)).toBe(true);
});

test('a part that cannot be sent ends the put while its stream is open, and aborts the upload', async () => {
  await using opened = await openFaulty();
  const { server, store } = opened;
  server.script((line) => (line.includes('partNumber=1') ? BUSY : undefined));
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield* inPieces(LARGE);
    await new Promise(() => undefined);
  }
  const key = newKey();
  await expect(store.put(key, endless())).rejects.toMatchObject(UNAVAILABLE);
  expect(server.requests.filter((line) => line.startsWith('DELETE') && line.includes('uploadId='))).not.toEqual([]);
  expect(server.requests.filter((line) => line.includes('partNumber=1'))).toHaveLength(1 + TIMES.retryMs.length);
  expect(await store.read(key)).toBeUndefined();
});

test('a permanent refusal is not retried', async () => {
  await using opened = await openFaulty();
  opened.server.script(() => ({ kind: 'answer', status: 403, code: 'AccessDenied' }));
  await expect(opened.store.read(newKey())).rejects.toMatchObject(UNAVAILABLE);
  expect(opened.server.requests).toHaveLength(1);
});

/** The first request of each kind. */
function once(fault: Fault): (line: string) => Fault | undefined {
  const seen = new Set<string>();
  return (line) => {
    const { searchParams } = new URL(line.split(' ')[1] ?? '', 'http://store');
    const kind = `${line.split(' ')[0]} ${[...searchParams.keys()].join(' ')}`;
    if (seen.has(kind)) return undefined;
    seen.add(kind);
    return fault;
  };
}

interface OpenedFaulty extends AsyncDisposable {
  readonly store: BlobStore;
  readonly server: FaultyObjectStore;
}

async function openFaulty(times = TIMES): Promise<OpenedFaulty> {
  const server = await startFaultyObjectStore();
  const temporaryDirectory = await mkdtemp(join(tmpdir(), 'uploads-'));
  const store = createS3BlobStore({ config: server.config, temporaryDirectory, clock: systemClock, times });
  return {
    store,
    server,
    async [Symbol.asyncDispose]() {
      await store.close();
      await server[Symbol.asyncDispose]();
      await rm(temporaryDirectory, { recursive: true, force: true });
    },
  };
}
