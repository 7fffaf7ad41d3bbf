import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScene, createTable, type Scene } from '../harness/each-engine.ts';
import { startService } from '../harness/service-process.ts';
import { upload } from '../harness/upload.ts';

/**
 * Threat: a neighbour who does its worst for a while, in one resource after the other. Every call of the quiet project must
 * succeed meanwhile; what it waited for is printed, to be compared on a machine that does nothing else.
 */

const WORST_MS = 20_000;
const AT_ONCE = 8;
const PASSWORD = 'a calm and long password';

const cleanUp = new AsyncDisposableStack();
let quiet: Scene;
let greedy: Scene;

beforeAll(async () => {
  const service = cleanUp.use(await startService({ env: { SERVICE_RATE_LIMITS: 'off' } }));
  quiet = await createScene(service);
  greedy = await createScene(service, 'greedy');
  await createTable(quiet, { name: 'things', columns: [{ name: 'title', type: 'text' }], rules: { read: 'public' } });
  await quiet.secret.post('/data/things', { title: 'one' });
  for (const { secret } of [quiet, greedy])
    await secret.post('/auth/signup', { email: 'ann@example.com', password: PASSWORD });
  for (const { cloud, projectId } of [quiet, greedy]) {
    const body = { trigger: 'http', source: 'export default () => 1' };
    await cloud.call('PUT', `/projects/${projectId}/functions/one`, { body });
  }
});
afterAll(() => cleanUp.disposeAsync());

let made = 0;
function next(): number {
  made += 1;
  return made;
}

const endless = () =>
  greedy.cloud.call('PUT', `/projects/greedy/functions/endless${next()}`, {
    body: { trigger: 'http', source: 'for (;;); export default () => 1' },
  });

/** What the greedy project does, and what the quiet one wants of the same resource. */
const RESOURCES: Readonly<Record<string, { worst(): Promise<unknown>; wanted(): Promise<{ status: number }> }>> = {
  hashing: {
    worst: () => greedy.secret.post('/auth/login', { email: 'ann@example.com', password: 'wrong' }),
    wanted: () => quiet.secret.post('/auth/login', { email: 'ann@example.com', password: PASSWORD }),
  },
  deploys: {
    worst: endless,
    wanted: () =>
      quiet.cloud.call('PUT', '/projects/shop/functions/one', {
        body: { source: `export default () => ${next()}` },
      }),
  },
  images: {
    worst: async () =>
      greedy.anyone.get(`/storage/files/${await pictureOf(greedy)}/download?w=${next() % 4000}&format=avif`),
    wanted: async () =>
      quiet.anyone.get(`/storage/files/${await pictureOf(quiet)}/download?w=${(next() % 90) + 1}&format=webp`),
  },
  functions: {
    worst: () => greedy.secret.post('/functions/one/invoke', {}),
    wanted: () => quiet.secret.post('/functions/one/invoke', {}),
  },
};

const pictures = new Map<string, Promise<string>>();

/** A plain picture of 100 x 100 as a bitmap of a TIFF, which any decoder must work for. */
function pictureOf({ service, projectId, secretKey }: Scene): Promise<string> {
  const known =
    pictures.get(projectId) ??
    upload(`${service.url}/api/baas/${projectId}`, secretKey, {
      name: 'a.tiff',
      bytes: tiff(100, 100),
      visibility: 'public',
    }).then(({ id }) => id);
  pictures.set(projectId, known);
  return known;
}

test.each(Object.entries(RESOURCES))(
  '%s: the quiet project is served while the other takes all it gets',
  async (name, resource) => {
    const before = await waitsOf(resource.wanted, 3000);
    const end = Date.now() + WORST_MS;
    const attack = Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (Date.now() < end) await resource.worst();
      }),
    );
    const during = await waitsOf(resource.wanted, WORST_MS);
    await attack;
    console.log(`${name}: p95 ${percentile(before)} ms quiet, ${percentile(during)} ms beside a greedy project`);
    expect(during.length).toBeGreaterThan(0);
  },
);

/** How long each call took, one after the other; none may fail. */
async function waitsOf(call: () => Promise<{ status: number }>, forMs: number): Promise<number[]> {
  const waits: number[] = [];
  const end = Date.now() + forMs;
  while (Date.now() < end) {
    const begun = performance.now();
    expect((await call()).status).toBeLessThan(300);
    waits.push(performance.now() - begun);
  }
  return waits.sort((one, other) => one - other);
}

function percentile(sorted: readonly number[]): number {
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0);
}

/** Little-endian, grey, uncompressed, one strip. */
function tiff(width: number, height: number): Buffer {
  const entries: readonly (readonly [number, number])[] = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8 + 2 + 9 * 12 + 4],
    [277, 1],
    [278, height],
    [279, width * height],
  ];
  const head = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  head.write('II');
  head.writeUInt16LE(42, 2);
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  for (const [at, [tag, value]] of entries.entries()) {
    const place = 10 + at * 12;
    head.writeUInt16LE(tag, place);
    head.writeUInt16LE(4, place + 2);
    head.writeUInt32LE(1, place + 4);
    head.writeUInt32LE(value, place + 8);
  }
  return Buffer.concat([head, Buffer.alloc(width * height, 128)]);
}
