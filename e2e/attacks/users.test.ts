import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiAnswer, at, textAt } from '../harness/api-client.ts';
import { CookieJar } from '../harness/cookie-jar.ts';
import { createScene, createTable, type Scene } from '../harness/each-engine.ts';
import { startService } from '../harness/service-process.ts';

/** Threat: a signed-in user of an app who wants to read, or to block the deletion of, another user's data. */

const PASSWORD = 'a calm and long password';
const cleanUp = new AsyncDisposableStack();
let scene: Scene;
let ann: CookieJar;
let bob: CookieJar;

beforeAll(async () => {
  scene = await createScene(cleanUp.use(await startService()));
  [ann, bob] = [new CookieJar(scene.anyone), new CookieJar(scene.anyone)];
  await ann.call('POST', '/auth/signup', { body: { email: 'ann@example.com', password: PASSWORD } });
  await bob.call('POST', '/auth/signup', { body: { email: 'bob@example.com', password: PASSWORD } });
  const own = { read: 'owner', create: 'authenticated', update: 'owner', delete: 'owner' };
  await createTable(scene, {
    name: 'notes',
    columns: [{ name: 'secret', type: 'text', unique: true }],
    rules: own,
  });
  await createTable(scene, {
    name: 'pins',
    columns: [{ name: 'note', type: 'reference', table: 'notes' }],
    rules: own,
  });
});
afterAll(() => cleanUp.disposeAsync());

const told = ({ status, body }: ApiAnswer) => ({ status, code: at(body, 'code') });

test('a reference to a hidden row is refused like one to a missing row, and does not block its deletion', async () => {
  const note = await ann.call('POST', '/data/notes', { body: { secret: 'of ann' } });
  const id = textAt(note.body, 'data', 'id');
  const hidden = await bob.call('POST', '/data/pins', { body: { note: id } });
  const missing = await bob.call('POST', '/data/pins', { body: { note: '01900000-0000-7000-8000-000000000000' } });
  expect(hidden.status).toBe(400);
  expect(told(hidden)).toEqual(told(missing));
  expect((await ann.call('DELETE', `/data/notes/${id}`)).status).toBe(200);
});

test('a batch that fails on purpose does not reveal values that the caller cannot see', async () => {
  await ann.call('POST', '/data/notes', { body: { secret: 'known to ann alone' } });
  const guess = (secret: string) =>
    bob.call('POST', '/data/notes/batch', {
      body: {
        items: [
          { op: 'insert', data: { secret } },
          { op: 'delete', id: '01900000-0000-7000-8000-000000000000' },
        ],
      },
    });
  const [right, wrong] = [await guess('known to ann alone'), await guess('known to nobody')];
  expect(at(right.body, 'details')).toEqual({ index: 1, code: 'row_not_found' });
  expect([told(right), at(right.body, 'details')]).toEqual([told(wrong), at(wrong.body, 'details')]);
});
