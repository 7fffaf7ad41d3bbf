import { describe, expect, it } from 'vitest';
import { createTestClock, ENGINES, startTestServer } from '../../../../test/index.ts';

interface ListedRuns {
  readonly data: readonly Record<string, unknown>[];
  readonly count: number;
  readonly code?: string;
}

const SOURCE =
  'export default async (ctx) => { console.log("line", ctx.payload); if (ctx.payload?.bad) throw new Error("Boom 7"); return { got: ctx.payload, key: ctx.secrets.KEY ?? null }; };';

describe.each(ENGINES)('the runs of all functions on %s', (engine) => {
  it('are found by function, status, text and time, counted for each function, and return their result', async () => {
    const clock = createTestClock(Date.parse('2027-03-01T12:00:00.000Z'));
    await using server = await startTestServer({ engine, clock });
    const project = await server.createProject();
    for (const name of ['one', 'two', 'idle']) {
      await project.cloudApi(`/functions/${name}`, { method: 'PUT', json: { trigger: 'http', source: SOURCE } });
    }
    await project.cloudApi('/secrets/KEY', { method: 'PUT', json: { value: 'hush-hush' } });
    await project.api('/functions/two/invoke', { json: { word: 'early' } });
    clock.advance(25 * 60 * 60_000);
    await project.api('/functions/one/invoke', { json: { word: 'apple' } });
    await project.api('/functions/one/invoke', { json: { bad: true } });
    const run = await project.cloudApi<{ data: Record<string, unknown> }>('/functions/one/run', {
      json: { payload: { word: 'pear' } },
    });
    expect(run.body.data).toMatchObject({ status: 'succeeded', result: { got: { word: 'pear' }, key: '[secret]' } });
    const bad = await project.cloudApi<{ data: object }>('/functions/one/run', { json: { payload: { bad: true } } });
    expect(bad.body.data).toMatchObject({ status: 'failed', result: null });
    const count = async (search: string): Promise<number> =>
      (await project.cloudApi<ListedRuns>(`/runs?${search}`)).body.count;
    expect(await count('')).toBe(5);
    expect(await count('function=two')).toBe(1);
    expect(await count('status=failed')).toBe(2);
    expect(await count('trigger=manual')).toBe(2);
    expect(await count('search=APPLE')).toBe(1);
    expect(await count('search=boom*7')).toBe(2);
    expect(await count(`search=${String(run.body.data['id'])}`)).toBe(1);
    expect(await count('since=2027-03-02T00:00:00Z')).toBe(4);
    expect(await count('until=2027-03-02T00:00:00Z')).toBe(1);
    expect((await project.cloudApi('/runs?since=x')).status).toBe(400);
    const { data } = (await project.cloudApi<ListedRuns>('/functions?stats=true')).body;
    expect(data.map(({ name, stats }) => [name, stats])).toEqual([
      ['idle', { runs: 0, failed: 0, last_run: null }],
      ['one', { runs: 4, failed: 2, last_run: '2027-03-02T13:00:00.000Z' }],
      ['two', { runs: 0, failed: 0, last_run: '2027-03-01T12:00:00.000Z' }],
    ]);
    expect((await project.cloudApi<ListedRuns>('/functions')).body.data[0]).not.toHaveProperty('stats');
    await project.cloudApi('/functions/two', { method: 'PUT', json: { description: 'Grüßt alle' } });
    const found = async (search: string, more = '') => {
      const { body } = await project.cloudApi<ListedRuns>(`/functions?search=${encodeURIComponent(search)}${more}`);
      return [body.count, ...body.data.map(({ name }) => name)];
    };
    expect(await found(' O*E ')).toEqual([1, 'one']);
    expect(await found('GRÜSST')).toEqual([1, 'two']);
    expect(await found('o', '&limit=1&offset=1')).toEqual([2, 'two']);
    expect(await found('nothing')).toEqual([0]);
    expect(await found('')).toEqual([3, 'idle', 'one', 'two']);
    expect((await project.cloudApi(`/functions?search=${'x'.repeat(201)}`)).status).toBe(400);
  });

  it('a schedule preview gives the times at which the schedule will run', async () => {
    const clock = createTestClock(Date.parse('2027-03-27T12:00:00.000Z'));
    await using server = await startTestServer({ engine, clock });
    const project = await server.createProject();
    const preview = async (json: object) =>
      (
        await project.cloudApi<{ data: { times: string[] }; count: number; code?: string }>('/schedules/preview', {
          json,
        })
      ).body;
    expect(await preview({ schedule: '30 2 * * *', timezone: 'Europe/Berlin', count: 3 })).toEqual({
      data: { times: ['2027-03-28T01:00:00.000Z', '2027-03-29T00:30:00.000Z', '2027-03-30T00:30:00.000Z'] },
      count: 1,
    });
    expect((await preview({ schedule: '@hourly' })).data.times).toHaveLength(5);
    for (const bad of [{ schedule: '0 0 30 2 *' }, { schedule: '* * *' }, { schedule: '@daily', timezone: 'Mars' }]) {
      expect((await preview(bad)).code).toBe('invalid_schedule');
    }
    expect((await preview({ schedule: '@daily', count: 101 })).code).toBe('validation_failed');
  });
});
