import { describe, expect, it } from 'vitest';
import { createTestClock, ENGINES, startTestServer, type TestProject } from '../../../../test/index.ts';
import { createMember, createOwner } from '../../../../test/operators.ts';
import { uploadFile } from '../../../../test/upload.ts';

interface Point {
  readonly at: string;
  readonly requests: number;
  readonly errors: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly runs: number;
  readonly runs_failed: number;
  readonly storage_bytes: number;
}
interface Points {
  readonly data: readonly Point[];
  readonly count: number;
  readonly code?: string;
}

const NOON = Date.parse('2027-03-01T12:00:00.000Z');
const MINUTE = 60_000;

describe.each(ENGINES)('the metrics of a project on %s', (engine) => {
  it("appear in the list of projects, together with the account's role", async () => {
    await using server = await startTestServer({ engine });
    const owner = await createOwner(server);
    const project = await server.createProject({ name: 'Blue shop' });
    await server.createProject({ name: 'Other' });
    const viewer = await createMember(server, project, 'viewer');
    await ask(project, ['/nothing', '/data/none', '/auth/config']);
    const listed = await viewer.api<{ data: object[]; count: number }>('/projects?stats=true');
    expect(listed.body).toMatchObject({
      data: [{ id: project.id, role: 'viewer', stats: { requests: 3, errors: 2, storage_bytes: 0 } }],
      count: 1,
    });
    expect((await viewer.api<{ data: object }>(`/projects/${project.id}`)).body.data).toMatchObject({ role: 'viewer' });
    const found = await server.adminApi<{ data: object[]; count: number }>('/api/cloud/projects?search=BLUE');
    expect(found.body).toMatchObject({ data: [{ name: 'Blue shop', role: 'owner' }], count: 1 });
    expect(found.body.data[0]).not.toHaveProperty('stats');
    expect((await server.adminApi<{ count: number }>(`/api/cloud/projects?search=${project.id}`)).body.count).toBe(1);
    expect((await owner.api<{ count: number }>('/projects?search=blue')).body.count).toBe(0);
    expect((await viewer.api(`/projects/${project.id}/metrics`)).status).toBe(200);
    expect((await owner.api(`/projects/${project.id}/metrics`)).status).toBe(404);
  });

  describe('200', () => {
    it('count every answer of its API in steps of five minutes, hours or days, and none of the control plane', async () => {
      const clock = createTestClock(NOON);
      await using server = await startTestServer({ engine, clock });
      const project = await server.createProject();
      const other = await server.createProject();
      await project.createTable({
        name: 'notes',
        columns: [{ name: 'title', type: 'text' }],
        rules: { read: 'public' },
      });
      await ask(project, ['/data/notes', '/data/notes', '/data/nothing', '/nothing', '/data/notes?limit=x']);
      await uploadFile(project.secretApi, { bytes: 'x'.repeat(1234) });
      clock.advance(7 * MINUTE);
      await ask(project, ['/data/notes']);
      await ask(other, ['/data/notes']);
      const fine = await metrics(project, '?from=2027-03-01T11:55:00Z&to=2027-03-01T12:10:00Z');
      expect(fine.data.map(({ at, requests, errors }) => [at, requests, errors])).toEqual([
        ['2027-03-01T11:55:00.000Z', 0, 0],
        ['2027-03-01T12:00:00.000Z', 6, 3],
        ['2027-03-01T12:05:00.000Z', 1, 0],
      ]);
      expect(fine.data[0]).toMatchObject({ p50_ms: null, p95_ms: null, storage_bytes: 0 });
      expect(fine.data[1]?.p50_ms).toBeGreaterThan(0);
      expect(fine.data[2]?.storage_bytes).toBe(1234);
      const hours = await metrics(project, '?step=1h&from=2027-03-01T10:30:00Z&to=2027-03-01T13:00:00Z');
      expect(hours.data.map(({ requests }) => requests)).toEqual([0, 0, 7]);
      const days = await metrics(project, '?step=1d&from=2027-02-01T00:00:00Z&to=2027-03-02T00:00:00Z');
      expect(days.data.map(({ requests }) => requests)).toEqual([...Array.from({ length: 28 }, () => 0), 7]);
      expect((await metrics(project, '')).count).toBe(289);
    });

    it('count runs and failed runs of functions', async () => {
      await using server = await startTestServer({ engine });
      const project = await server.createProject();
      const source = 'export default async (ctx) => { if (ctx.payload?.bad) throw new Error("no"); return 1; }';
      await project.cloudApi('/functions/count', { method: 'PUT', json: { trigger: 'http', source } });
      await project.api('/functions/count/invoke', { method: 'POST' });
      await project.api('/functions/count/invoke', { json: { bad: true } });
      const point = (await metrics(project, '?step=1d')).data.at(-1);
      expect(point).toMatchObject({ runs: 2, runs_failed: 1, requests: 2, errors: 1 });
    });

    it('are kept for 30 days', async () => {
      const clock = createTestClock(NOON);
      await using server = await startTestServer({ engine, clock });
      const project = await server.createProject();
      await ask(project, ['/nothing']);
      const total = async (): Promise<number> => {
        const { data } = await metrics(
          project,
          `?step=1d&from=${new Date(clock.now() - 31 * 24 * 60 * MINUTE).toISOString()}`,
        );
        return data.reduce((sum, { requests }) => sum + requests, 0);
      };
      expect(await total()).toBe(1);
      clock.advance(29 * 24 * 60 * MINUTE);
      expect(await total()).toBe(1);
      clock.advance(2 * 24 * 60 * MINUTE);
      expect(await total()).toBe(0);
    });
  });

  describe('400', () => {
    it('refuse invalid ranges', async () => {
      await using server = await startTestServer({ engine });
      const project = await server.createProject();
      for (const bad of ['?from=yesterday', '?step=1m', '?from=2030-01-01T00:00:00Z&to=2029-01-01T00:00:00Z', '?x=1']) {
        expect((await project.cloudApi(`/metrics${bad}`)).status).toBe(400);
      }
      expect((await metrics(project, '?from=2020-01-01T00:00:00Z&to=2029-01-01T00:00:00Z')).code).toBe(
        'validation_failed',
      );
    });
  });
});

async function ask(project: TestProject, paths: readonly string[]): Promise<void> {
  for (const path of paths) await project.api(path);
}

async function metrics(project: TestProject, search: string): Promise<Points> {
  return (await project.cloudApi<Points>(`/metrics${search}`)).body;
}
