import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createTestClock, ENGINES, openProject } from '../../../test/index.ts';

const HOUR = 60 * 60 * 1000;

describe.each(ENGINES)('the header Idempotency-Key on %s', (engine) => {
  const clock = createTestClock();
  let key = 0;
  const { project } = openProject(engine, { clock });
  beforeAll(async () => {
    for (const name of ['notes', 'others']) {
      await project.createTable({
        name,
        columns: [
          { name: 'title', type: 'text', required: true },
          { name: 'slug', type: 'text', unique: true },
        ],
        rules: { read: 'public', create: 'public', update: 'public' },
      });
    }
  });
  beforeEach(async () => {
    key += 1;
    for (const table of ['notes', 'others']) await project.secretApi(`/data/${table}?all=true`, { method: 'DELETE' });
  });

  const post = (path: string, json: unknown, init: { key?: string; user?: { id: string } } = {}) =>
    project.api<Answer>(`/data/${path}`, {
      json,
      headers: { 'Idempotency-Key': init.key ?? `key-${key}` },
      ...(init.user && { user: init.user }),
    });
  const total = async (table = 'notes') => (await project.api<Answer>(`/data/${table}?limit=0`)).body.count;

  it.each([
    ['notes', { title: 'a' }],
    ['notes', [{ title: 'a' }, { title: 'b' }]],
    ['notes?return=minimal', { title: 'a' }],
    ['notes?on_conflict=slug', { title: 'a', slug: 's' }],
    ['notes/batch', [{ title: 'a' }, { op: 'upsert', on: 'slug', data: { title: 'b', slug: 'b' } }]],
    ['notes/batch', { items: [{ title: 'a' }, { title: 1 }], atomic: false }],
  ])('executes %s with %j once and repeats the answer', async (path, json) => {
    const first = await post(path, json);
    const rows = await total();
    clock.advance(23 * HOUR);
    const again = await post(path, json);
    expect([again.status, again.text, await total()]).toEqual([first.status, first.text, rows]);
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
  });

  it('answers 409 to the same key with another body or other parameters, and changes nothing', async () => {
    await post('notes', { title: 'a' });
    for (const [path, json] of [
      ['notes', { title: 'b' }],
      ['notes', [{ title: 'a' }]],
      ['notes?return=minimal', { title: 'a' }],
    ] as const) {
      const { status, body } = await post(path, json);
      expect([status, body.code]).toEqual([409, 'idempotency_conflict']);
    }
    await post('notes/batch', [{ title: 'a' }]);
    expect((await post('notes/batch', [{ title: 'b' }])).body.code).toBe('idempotency_conflict');
    expect((await post('notes/batch', { items: [{ title: 'b' }], atomic: false })).body.code).toBe(
      'idempotency_conflict',
    );
    expect(await total()).toBe(2);
  });

  it('applies to one caller and one path', async () => {
    const user = { id: '0190a000-0000-7000-8000-00000000000a' };
    await post('notes', { title: 'a' });
    await post('notes', { title: 'a' }, { user });
    await post('notes/batch', { items: [{ title: 'a' }] });
    await post('others', { title: 'a' });
    await project.secretApi('/data/notes', { json: { title: 'a' }, headers: { 'Idempotency-Key': `key-${key}` } });
    expect([await total(), await total('others')]).toEqual([4, 1]);
  });

  it('does not store failures: the next attempt runs', async () => {
    await project.secretApi('/data/notes', { json: { title: 'old', slug: 'taken' } });
    expect((await post('notes', { title: 'a', slug: 'taken' })).status).toBe(409);
    await project.secretApi('/data/notes?all=true', { method: 'DELETE' });
    expect((await post('notes', { title: 'a', slug: 'taken' })).status).toBe(201);
  });

  it('can be reused after 24 hours', async () => {
    await post('notes', { title: 'a' });
    clock.advance(24 * HOUR + 1);
    expect((await post('notes', { title: 'b' })).status).toBe(201);
    expect(await total()).toBe(2);
  });

  it('makes concurrent repetitions wait for the first request', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => post('notes', { title: 'a' })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length).toBe(1);
    expect(await total()).toBe(1);
  });

  it.each(['a b', 'x'.repeat(256), 'ü', ''])('answers 400 to the key %j', async (bad) => {
    const { status, body } = await post('notes', { title: 'a' }, { key: bad });
    expect([status, body.code, await total()]).toEqual([400, 'validation_failed', 0]);
  });

  it('accepts a key of 255 visible characters', async () => {
    expect((await post('notes', { title: 'a' }, { key: '!~'.repeat(127).padEnd(255, 'x') })).status).toBe(201);
  });
});
