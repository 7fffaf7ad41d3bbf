import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createTestClock, ENGINES, openProject } from '../../../test/index.ts';

const OPEN = { read: 'public', create: 'public', update: 'public' };
const ID = '0190b000-0000-7000-8000-000000000001';

describe.each(ENGINES)('inserts that update on conflict, on %s', (engine) => {
  const clock = createTestClock();
  const { project } = openProject(engine, { clock });
  beforeAll(async () => {
    const columns = [
      { name: 'email', type: 'text', unique: true },
      { name: 'name', type: 'text', required: true },
      { name: 'visits', type: 'integer', default: 1 },
      { name: 'code', type: 'text', unique: true, hidden: true },
    ];
    await project.createTable({ name: 'visitors', columns, rules: OPEN });
    const open = { level: 'public', where: 'name:neq:locked' };
    await project.createTable({ name: 'guarded', columns, rules: { ...OPEN, create: open, update: open } });
    await project.createTable({ name: 'create_only', columns, rules: { read: 'public', create: 'public' } });
  });
  beforeEach(async () => {
    for (const table of ['visitors', 'guarded']) {
      await project.secretApi(`/data/${table}?all=true`, { method: 'DELETE' });
    }
  });

  const put = (json: unknown, { table = 'visitors', search = '?on_conflict=email' } = {}) =>
    project.api<Answer>(`/data/${table}${search}`, { json });
  const total = async (table = 'visitors') => (await project.secretApi<Answer>(`/data/${table}?limit=0`)).body.count;

  it('answers 201 when it creates a row and 200 when it updates one, which keeps columns that are not sent', async () => {
    const made = await put({ email: 'a', name: 'Ann', visits: 5 });
    expect(made.status).toBe(201);
    clock.advance(1000);
    const changed = await put({ email: 'a', name: 'Anna' });
    expect([changed.status, changed.body]).toEqual([
      200,
      {
        data: { ...made.body.data, name: 'Anna', updated_at: new Date(clock.now()).toISOString() },
        count: 1,
      },
    ]);
    expect(await total()).toBe(1);
  });

  describe('200', () => {
    it('keeps the id of an existing row, and lets secret keys use `id` as the conflict column', async () => {
      const { body } = await put({ email: 'a', name: 'Ann' });
      const asSecret = (json: unknown, on: string) =>
        project.secretApi<Answer>(`/data/visitors?on_conflict=${on}`, { json });
      const kept = await asSecret({ id: ID, email: 'a', name: 'Anna' }, 'email');
      expect([kept.status, kept.body.data['id']]).toEqual([200, body.data['id']]);
      const made = await asSecret({ id: ID, email: 'b', name: 'Bob' }, 'id');
      expect([made.status, made.body.data['id']]).toEqual([201, ID]);
      const again = await asSecret({ id: ID, email: 'c' }, 'id');
      expect([again.status, again.body.data['email'], again.body.data['name']]).toEqual([200, 'c', 'Bob']);
      expect(await total()).toBe(2);
    });
  });

  describe('201', () => {
    it('answers 201 to an array when at least one row is created; later rows may update earlier ones', async () => {
      await put({ email: 'a', name: 'A' });
      const mixed = await put([
        { email: 'a', name: 'A2' },
        { email: 'b', name: 'B' },
        { email: 'b', name: 'B2' },
      ]);
      expect([mixed.status, mixed.body.count]).toEqual([201, 3]);
      expect([0, 1, 2].map((index) => mixed.body.data[index]?.['name'])).toEqual(['A2', 'B', 'B2']);
      expect(mixed.body.data[1]?.['id']).toBe(mixed.body.data[2]?.['id']);
      const none = await put([{ email: 'a', name: 'A3' }], { search: '?on_conflict=email&return=minimal' });
      expect([none.status, none.text]).toEqual([200, '{"count":1}']);
      expect(await total()).toBe(2);
    });
  });

  describe('400', () => {
    it('updates with a row that lacks a required column, and answers 400 when it would create one', async () => {
      await put({ email: 'a', name: 'Ann' });
      const updated = await put({ email: 'a', visits: 9 });
      expect([updated.status, updated.body.data['name'], updated.body.data['visits']]).toEqual([200, 'Ann', 9]);
      const refused = await put({ email: 'b', visits: 9 });
      expect([refused.status, refused.body.code, refused.body.details]).toEqual([
        400,
        'validation_failed',
        { fields: { name: 'is required' } },
      ]);
      const several = await put([{ email: 'a', visits: 1 }, { email: 'c' }]);
      expect([several.status, several.body.details]).toEqual([400, { fields: { '1.name': 'is required' } }]);
      expect((await project.api<Answer>('/data/visitors?filter=email:eq:a')).body.data[0]?.['visits']).toBe(9);
    });

    it.each([
      ['name', 'validation_failed'],
      ['code', 'unknown_column'],
      ['nothing', 'unknown_column'],
      ['', 'unknown_column'],
    ])('answers 400 when the column is %j', async (on, code) => {
      const { status, body } = await put({ email: 'a', name: 'Ann' }, { search: `?on_conflict=${on}` });
      expect([status, body.code]).toEqual([400, code]);
    });
  });

  describe('403', () => {
    it('answers 403 when the new row fails the rule, created or updated, and stores nothing', async () => {
      await put({ email: 'a', name: 'free' }, { table: 'guarded' });
      expect((await put({ email: 'a', name: 'locked' }, { table: 'guarded' })).status).toBe(403);
      expect((await put({ email: 'b', name: 'locked' }, { table: 'guarded' })).status).toBe(403);
      const several = await put(
        [
          { email: 'c', name: 'free' },
          { email: 'd', name: 'locked' },
        ],
        { table: 'guarded' },
      );
      expect([several.status, await total('guarded')]).toEqual([403, 1]);
    });

    it('needs the right to update as well as to create', async () => {
      const { status, body } = await put({ email: 'a', name: 'Ann' }, { table: 'create_only' });
      expect([status, body.code]).toEqual([403, 'forbidden']);
    });
  });

  describe('409', () => {
    it('answers 409 when the existing row may not be updated or another unique column conflicts', async () => {
      await project.secretApi('/data/guarded', { json: { email: 'a', name: 'locked', code: 'x' } });
      const locked = await put({ email: 'a', name: 'free' }, { table: 'guarded' });
      expect([locked.status, locked.body.code, locked.body.details]).toEqual([
        409,
        'duplicate',
        { fields: { email: 'is taken' } },
      ]);
      await project.secretApi('/data/guarded', { json: { email: 'b', name: 'free', code: 'y' } });
      const other = await project.secretApi<Answer>('/data/guarded?on_conflict=email', {
        json: { email: 'c', name: 'free', code: 'y' },
      });
      expect([other.status, other.body.details]).toEqual([409, { fields: { code: 'is taken' } }]);
    });
  });
});
