import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASE_COLUMNS, CASE_ROWS, FILTER_CASES, ORDER_CASES } from '../../../../e2e/fixtures/filter-cases.ts';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';

/** `packages/data` judges the same cases in `cache/filter-cases.test.ts`. */
describe.each(ENGINES)('filters and orders on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    project = await server.createProject();
    await project.createTable({ name: 'cases', columns: CASE_COLUMNS });
    for (const row of CASE_ROWS) await project.secretApi('/data/cases', { json: row });
  });
  afterAll(() => server?.close());

  async function names(parameters: Record<string, string>): Promise<readonly string[]> {
    const query = new URLSearchParams({ order: 'created_at', ...parameters });
    const answer = await project.secretApi<{ data: readonly { name: string }[] }>(`/data/cases?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.map(({ name }) => name);
  }

  test.each(FILTER_CASES.map(([filter, expected]) => [textOf(filter), expected] as const))(
    '%s',
    async (filter, expected) => {
      expect(await names({ filter })).toEqual(expected);
    },
  );

  test.each(ORDER_CASES.map(([order, expected]) => [[order].flat().join(), expected] as const))(
    'ordered by "%s"',
    async (order, expected) => {
      expect(await names(order === '' ? {} : { order })).toEqual(expected);
    },
  );
});

function textOf(filter: string | object): string {
  return typeof filter === 'string' ? filter : JSON.stringify(filter);
}
