import { describe, expect, it } from 'vitest';
import { type Answer, createTestClock, ENGINES, type Reply, startTestServer } from '../../../test/index.ts';

describe.each(ENGINES)('If-Match on %s', (engine) => {
  it('lets a change pass only from the state that its author has seen, and otherwise returns the current state', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock });
    const project = await server.createProject();
    const send = (path: string, method: string, json: object | undefined, tag?: unknown): Promise<Reply<Answer>> =>
      project.cloudApi<Answer>(path, {
        method,
        ...(json && { json }),
        headers: tag === undefined ? {} : { 'if-match': `"${String(tag)}"` },
      });
    await project.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }] });
    const hook = { table: 'notes', events: ['insert'], url: 'https://example.com/x' };
    const webhook = (await send('/webhooks', 'POST', hook)).body.data;
    const user = (await send('/users', 'POST', { email: 'ann@example.com' })).body.data;
    const source = 'export default () => 1;';
    await send('/functions/work', 'PUT', { trigger: 'http', source });
    await send('/mail-templates/verify_email', 'PUT', { subject: 'One' });
    const things: readonly [path: string, method: string, change: (at: number) => object, tag: string][] = [
      [`/webhooks/${String(webhook['id'])}`, 'PATCH', (at) => ({ description: `Number ${at}` }), 'updated_at'],
      ['/tables/notes', 'PATCH', (at) => ({ rules: { read: at === 1 ? 'public' : 'authenticated' } }), 'updated_at'],
      [`/users/${String(user['id'])}`, 'PATCH', (at) => ({ name: `Name ${at}` }), 'updated_at'],
      ['/functions/work', 'PUT', (at) => ({ source: `export default () => ${at};` }), 'version'],
      ['/mail-templates/verify_email', 'PUT', (at) => ({ subject: `Subject ${at}` }), 'updated_at'],
    ];
    for (const [path, method, change, tag] of things) {
      const seen = (await project.cloudApi<Answer>(path)).body.data[tag];
      clock.advance(1);
      expect([path, (await send(path, method, change(1), seen)).status]).toEqual([path, 200]);
      const late = await send(path, method, change(2), seen);
      const now = (await project.cloudApi<Answer>(path)).body.data;
      expect([path, late.status, late.body.code]).toEqual([path, 409, 'conflict']);
      expect(late.body.details?.['current']).toMatchObject({ [tag]: now[tag] });
      expect((await send(path, 'DELETE', undefined, seen)).body.code).toBe('conflict');
      const malformed = await project.cloudApi<Answer>(path, { method, json: change(2), headers: { 'if-match': 'x' } });
      expect(malformed.body.code).toBe('validation_failed');
      const any = await project.cloudApi(path, { method, json: change(3), headers: { 'if-match': '*' } });
      expect([path, any.status]).toEqual([path, 200]);
      const last = (await project.cloudApi<Answer>(path)).body.data[tag];
      expect([path, (await send(path, 'DELETE', undefined, last)).status]).toEqual([path, 200]);
    }
  });

  it('lets exactly one of twenty changes of one table from one state succeed', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock });
    const project = await server.createProject();
    await project.createTable({ name: 'notes', columns: [] });
    const seen = (await project.cloudApi<Answer>('/tables/notes')).body.data['updated_at'];
    clock.advance(1);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        project.cloudApi('/tables/notes', {
          method: 'PATCH',
          json: { add_columns: [{ name: `c${at}`, type: 'text' }] },
          headers: { 'if-match': `"${String(seen)}"` },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });
});
