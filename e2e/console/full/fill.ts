import { Readable } from 'node:stream';
import { type ApiAnswer, type ApiClient, createApiClient, textAt } from '../../harness/api-client.ts';
import type { CookieJar } from '../../harness/cookie-jar.ts';
import { ADMIN_TOKEN } from '../../harness/service-process.ts';
import { upload } from '../../harness/upload.ts';
import { addMember, type ConsoleScene } from '../console-scene.ts';
import { type FilledProject, fillProject, HOSTILE } from '../filled-project.ts';

export interface Sizes {
  readonly tables: number;
  readonly bigRows: number;
}

export const EMPTY = 'empty';
export const VIEWER = 'viewer@example.com';
/** Pages for the data that only the full project has. */
export const SPECIAL_PATHS = [
  'tables/wide',
  'tables/long',
  'tables/events',
  'tables/events/structure',
  'tables/wide/structure',
  'functions/loud',
  'functions/loud/runs',
];

const AMOUNTS = { rows: 10_000, users: 200, functions: 50, deliveries: 5_000 };
const COLUMNS = 200;
const CELL = 1024 * 1024;
const AT_ONCE = 8;
const PORTION = 10_000;
const PRIVATE = { read: 'private', create: 'private', update: 'private', delete: 'private' };

/** One project with data of every kind, and a second one with tables only. */
export interface FullProjects {
  readonly shop: FilledProject;
  readonly many: string;
}

export async function fill(scene: ConsoleScene, owner: CookieJar, sizes: Sizes): Promise<FullProjects> {
  const shop = await timed('a shop of 10,000 rows, 200 users, 50 functions and 5,000 deliveries', () =>
    fillProject(scene, owner, AMOUNTS),
  );
  await timed('what strangers write', () => writeHostile(scene, shop.id));
  await timed('200 columns, cells of 1 MB', () => makeWide(scene.cloud, shop.id));
  await timed(`${sizes.bigRows} rows in one table`, () => makeBig(scene, shop.id, sizes.bigRows));
  done(await owner.post('/projects', { name: 'Many tables', id: 'many' }));
  await timed(`${sizes.tables} tables`, () => makeTables(scene.cloud, sizes.tables));
  done(await owner.post('/projects', { name: 'Empty', id: EMPTY }));
  await addMember(scene, shop.id, { email: VIEWER, role: 'viewer' });
  return { shop, many: 'many' };
}

/** The projects that an earlier run has filled. */
export async function knownProjects({ cloud }: ConsoleScene): Promise<FullProjects> {
  const first = async (path: string): Promise<string> => textAt(done(await cloud.get(path)).body, 'data', 0, 'id');
  const userId = await first('/projects/shop/users?search=user4@example.com');
  return {
    shop: { id: 'shop', userId, webhookId: await first('/projects/shop/webhooks?search=Reviews') },
    many: 'many',
  };
}

/** Hostile markup, direction marks, control characters and length in every text that outsiders choose. */
async function writeHostile({ cloud, service, receiver }: ConsoleScene, id: string): Promise<void> {
  const project = `/projects/${id}`;
  const base = `${service.url}/api/baas/${id}`;
  const key = textAt(done(await cloud.post(`${project}/keys`, { name: 'Hostile' })).body, 'data', 'key');
  await upload(base, key, { name: `<b>${'x'.repeat(150)}</b>\u202egpj.exe`, bytes: 'x', path: 'a/<i>b</i>' });
  done(
    await cloud.post(`${project}/users`, {
      email: `${'a'.repeat(60)}@${'long.'.repeat(30)}example.com`,
      name: '<b>\u202eegnahc</b> "quoted" and long long long long long long long',
      role: '<script>',
      metadata: { note: HOSTILE },
    }),
  );
  const source = `export default async (ctx) => { console.log(ctx.payload?.text); throw new Error(String(ctx.payload?.text)); };`;
  done(await cloud.call('PUT', `${project}/functions/loud`, { body: { trigger: 'http', access: 'public', source } }));
  const visitor = createApiClient(base, textAt(done(await cloud.get(project)).body, 'data', 'public_key'));
  for (let at = 0; at < 20; at += 1) {
    await visitor.call('POST', '/functions/loud/invoke', {
      body: { text: HOSTILE },
      headers: { 'user-agent': '<img src=x>'.repeat(20) },
    });
    await visitor.get(`/data/${encodeURIComponent('<svg onload=alert(1)>')}`);
  }
  const hook = {
    table: 'reviews',
    events: ['insert'],
    url: `${receiver.url}/x?${'y'.repeat(1500)}`,
    description: HOSTILE.slice(0, 400).replace('\u0007', ''),
  };
  done(await cloud.post(`${project}/webhooks`, hook));
}

async function makeWide(cloud: ApiClient, id: string): Promise<void> {
  const project = `/projects/${id}`;
  const names = Array.from({ length: COLUMNS }, (_, at) => `column_${String(at).padStart(3, '0')}`);
  done(
    await cloud.post(`${project}/tables`, {
      name: 'wide',
      columns: names.map((name) => ({ name, type: 'text' })),
      rules: PRIVATE,
    }),
  );
  const wide = Array.from({ length: 100 }, (_, row) =>
    Object.fromEntries(names.map((name, at) => [name, `${row} × ${at}`])),
  );
  done(await cloud.post(`${project}/data/wide`, wide));
  const columns = [
    { name: 'text', type: 'text' },
    { name: 'details', type: 'json' },
  ];
  done(await cloud.post(`${project}/tables`, { name: 'long', columns, rules: PRIVATE }));
  for (let at = 0; at < 10; at += 1) {
    const text = HOSTILE.repeat(Math.ceil(CELL / HOSTILE.length)).slice(0, CELL - 10_000);
    done(
      await cloud.post(`${project}/data/long`, {
        text,
        details: { list: Array.from({ length: 20_000 }, (_, n) => `<b>${n}`) },
      }),
    );
  }
}

/** Uses the import, because there are so many rows. */
async function makeBig({ service, cloud }: ConsoleScene, id: string, rows: number): Promise<void> {
  const columns = [
    { name: 'kind', type: 'text', indexed: true },
    { name: 'amount', type: 'number' },
  ];
  done(await cloud.post(`/projects/${id}/tables`, { name: 'events', columns, rules: PRIVATE }));
  function* lines(): Generator<string> {
    yield 'kind,amount\n';
    for (let start = 0; start < rows; start += PORTION) {
      let text = '';
      for (let at = start; at < Math.min(start + PORTION, rows); at += 1) text += `kind ${at % 20},${at}\n`;
      yield text;
    }
  }
  const answer = await fetch(`${service.url}/api/cloud/projects/${id}/tables/events/import?format=csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'text/csv' },
    body: Readable.toWeb(Readable.from(lines())) as ReadableStream,
    duplex: 'half',
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function makeTables(cloud: ApiClient, count: number): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) {
      const columns = [{ name: 'title', type: 'text' }];
      done(
        await cloud.post('/projects/many/tables', {
          name: `table_${String(at).padStart(5, '0')}`,
          columns,
          rules: PRIVATE,
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

export function done(answer: ApiAnswer): ApiAnswer {
  if (answer.status >= 300) throw new Error(answer.text);
  return answer;
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const made = await work();
  console.log(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return made;
}
