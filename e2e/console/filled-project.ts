import { expect } from 'vitest';
import { type ApiAnswer, type ApiClient, createApiClient, textAt } from '../harness/api-client.ts';
import { createArchive } from '../harness/archive.ts';
import type { CookieJar } from '../harness/cookie-jar.ts';
import { upload } from '../harness/upload.ts';
import type { ConsoleScene } from './console-scene.ts';

export interface Amounts {
  readonly rows: number;
  readonly users: number;
  readonly functions: number;
  readonly deliveries: number;
}

/** A project with some data of every kind, and the ids that the addresses of its pages contain. */
export interface FilledProject {
  readonly id: string;
  readonly userId: string;
  readonly webhookId: string;
}

const BATCH = 100;
const PRODUCTS = {
  name: 'products',
  columns: [
    { name: 'title', type: 'text', required: true },
    { name: 'price', type: 'number', indexed: true },
    { name: 'sold_out', type: 'boolean', default: false },
    { name: 'kind', type: 'text', enum: ['book', 'music', 'game'] },
    { name: 'day', type: 'date' },
    { name: 'details', type: 'json' },
    { name: 'margin', type: 'number', hidden: true },
    { name: 'picture', type: 'file' },
  ],
  rules: { read: 'public', create: 'authenticated', update: 'owner', delete: 'owner' },
};
const REVIEWS = {
  name: 'reviews',
  columns: [
    { name: 'text', type: 'text' },
    { name: 'product', type: 'reference', table: 'products', on_delete: 'cascade' },
  ],
  rules: { read: 'public', create: 'public', update: 'private', delete: 'private' },
};
const GREET = "export default async (ctx) => ({ greeting: 'Hello ' + (ctx.payload?.name ?? 'you') });\n";
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Hostile text: direction marks, control characters, great length and markup. */
export const HOSTILE = `<img src=x onerror=alert(1)>\u202egnp.exe\u0007 "quoted", and \u200b${'long '.repeat(80)}`;

/** Returns the answer; fails the test unless it is a success. */
function done(answer: ApiAnswer): ApiAnswer {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
}

export async function fillProject(
  scene: ConsoleScene,
  owner: CookieJar,
  amounts: Amounts,
  id = 'shop',
): Promise<FilledProject> {
  const { cloud, service, receiver } = scene;
  const project = `/projects/${id}`;
  const { body } = done(await owner.post('/projects', { name: 'Shop', id }));
  done(await cloud.patch(`${project}/billing`, { plan: 'pro' }));
  done(await cloud.post(`${project}/billing/entries`, { amount: 5000, kind: 'credit' }));
  done(await cloud.post(`${project}/tables`, PRODUCTS));
  done(await cloud.post(`${project}/tables`, REVIEWS));
  const key = textAt(done(await cloud.post(`${project}/keys`, { name: 'Shop server' })).body, 'data', 'key');
  const base = `${service.url}/api/baas/${id}`;
  const secret = createApiClient(base, key);
  const picture = await upload(base, key, { name: 'cover.png', bytes: PICTURE, path: 'covers', visibility: 'public' });
  await upload(base, key, { name: 'price list.csv', bytes: 'title,price\nTea,3\n' });

  for (let start = 0; start < amounts.rows; start += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, amounts.rows - start) }, (_, at) =>
      product(start + at, picture.id),
    );
    done(await secret.post('/data/products', rows));
  }
  const [first] = (done(await secret.get('/data/products?order=price:asc&limit=1')).body as { data: { id: string }[] })
    .data;
  done(
    await secret.post('/data/reviews', [
      { text: 'Very good', product: first?.id },
      { text: HOSTILE, product: null },
    ]),
  );

  for (let at = 0; at < amounts.users; at += 1) {
    const user = { email: `user${at}@example.com`, name: `User ${at}`, role: at % 10 === 0 ? 'editor' : 'user' };
    done(await cloud.post(`${project}/users`, user));
  }
  const users = done(await cloud.get(`${project}/users?limit=1`));
  for (let at = 0; at < amounts.functions; at += 1) {
    const name = at === 0 ? 'greet' : `task_${String(at).padStart(2, '0')}`;
    const timed =
      at % 5 === 1 ? { trigger: 'scheduled', schedule: '0 6 * * *', timezone: 'Europe/Berlin' } : { trigger: 'http' };
    done(await cloud.call('PUT', `${project}/functions/${name}`, { body: { ...timed, source: GREET } }));
  }
  await orderJobs(cloud, project);
  done(await cloud.post(`${project}/functions/greet/run`, { payload: { name: 'Ada' } }));
  done(await cloud.call('PUT', `${project}/secrets/SHOP_TOKEN`, { body: { value: 'a secret value' } }));

  const hook = {
    table: 'reviews',
    events: ['insert', 'update', 'delete'],
    url: `${receiver.url}/reviews`,
    description: 'Reviews',
  };
  const webhook = done(await cloud.post(`${project}/webhooks`, hook));
  for (let start = 0; start < amounts.deliveries; start += BATCH) {
    const count = Math.min(BATCH, amounts.deliveries - start);
    done(
      await secret.post(
        '/data/reviews',
        Array.from({ length: count }, (_, at) => ({ text: `Review ${start + at}` })),
      ),
    );
  }
  done(await cloud.patch(`${project}/settings`, { inbox: { enabled: true } }));
  const anyone = createApiClient(base, textAt(body, 'data', 'public_key'));
  done(
    await anyone.post('/messages', { body: 'Do you ship to Malta?', from_name: 'Ann', from_email: 'ann@example.com' }),
  );
  done(await anyone.post('/messages', { body: HOSTILE, from_name: '<b>Nobody</b>' }));
  const archive = await createArchive({
    'dist/index.html': '<h1>Shop</h1>',
    'webhook/paid.js': 'export default () => 1;',
  });
  done(
    await cloud.call('POST', `${project}/deployments`, {
      body: archive,
      headers: { 'content-type': 'application/gzip' },
    }),
  );
  return { id, userId: textAt(users.body, 'data', 0, 'id'), webhookId: textAt(webhook.body, 'data', 'id') };
}

function product(at: number, picture: string): object {
  return {
    title: at % 97 === 3 ? HOSTILE : `Product ${at}`,
    price: at % 13 === 5 ? null : at / 4,
    sold_out: at % 3 === 0,
    kind: ['book', 'music', 'game'][at % 3],
    day: '2026-03-14',
    details: { size: at, tags: ['new', `tag ${at}`], ...(at % 50 === 0 && { text: 'long '.repeat(200) }) },
    ...(at % 20 === 0 && { picture }),
  };
}

/** Jobs that wait, one that failed for good and one that was cancelled. */
async function orderJobs(cloud: ApiClient, project: string): Promise<void> {
  const source = `export default (ctx) => { throw ctx.error('The parcel has no address.', { status: 422 }); };`;
  done(await cloud.call('PUT', `${project}/functions/ship`, { body: { trigger: 'http', source } }));
  const order = async (name: string, body: object) => {
    const ordered = done(await cloud.post(`${project}/functions/${name}/later`, body));
    return textAt(ordered.body, 'data', 'id');
  };
  await order('ship', { payload: { order: 'A-1' }, key: 'ship-A-1' });
  await order('greet', { payload: { name: 'Ada' }, after_s: 3 * 86_400, key: 'welcome-ada', retries: 5 });
  const cancelled = await order('greet', { payload: { name: 'Bob' }, after_s: 86_400 });
  done(await cloud.call('DELETE', `${project}/jobs/${cancelled}`));
  await order('greet', {});
}
