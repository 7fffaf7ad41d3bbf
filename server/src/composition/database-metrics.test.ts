import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openArchivedDatabase } from '../../test/archived-database.ts';
import { startTestServer } from '../../test/start-test-server.ts';

const DEPLOY = new URL('../../../deploy/', import.meta.url);

const readSeries = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  );

test('metrics report connections, statement times and due work', async () => {
  await using server = await startTestServer({ engine: 'postgres' });
  const project = await server.createProject();
  const table = await project.createTable({ columns: [{ name: 'title', type: 'text' }] });
  const written = async (): Promise<number> =>
    readSeries((await server.adminApi('/metrics')).text, 'database_statements_total{pool="writes"}');
  const before = await written();
  await project.secretApi(`/data/${table}`, { json: { title: 'one' } });
  expect(await written()).toBeGreaterThan(before);
  const { text } = await server.adminApi('/metrics');
  expect(readSeries(text, 'database_pool_max{pool="writes"}')).toBe(8);
  expect(readSeries(text, 'database_pool_connections{pool="writes"}')).toBeGreaterThan(0);
  expect(readSeries(text, 'database_pool_waiting{pool="writes"}')).toBe(0);
  expect(readSeries(text, 'database_statement_seconds_total{pool="writes"}')).toBeGreaterThan(0);
  for (const queue of ['jobs', 'webhooks', 'function_jobs']) {
    expect(readSeries(text, `background_work_age_seconds{queue="${queue}"}`)).toBeGreaterThanOrEqual(0);
  }
});

async function metricsOfArchive(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'archive-metrics-'));
  const archived = await openArchivedDatabase({ dataDir: join(root, 'data'), place: join(root, 'place') });
  const text = archived.archive.metrics();
  await archived.close();
  await rm(root, { recursive: true, force: true });
  return text;
}

test('the alert rules and the dashboard use only metrics that the service exports', async () => {
  await using server = await startTestServer({ engine: 'postgres' });
  await server.adminApi('/health');
  const { text } = await server.adminApi('/metrics');
  const known = new Set(
    Array.from(`${text}\n${await metricsOfArchive()}`.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name),
  );
  const board = JSON.parse(await readFile(new URL('grafana-board.json', DEPLOY), 'utf8'));
  const rules = await readFile(new URL('alerts.yml', DEPLOY), 'utf8');
  const expressions = [
    ...board.panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
    ...Array.from(rules.matchAll(/expr: (.+)/g), ([, expression]) => expression),
  ];
  const used = new Set(
    expressions.flatMap((expression) =>
      Array.from(expression.matchAll(/(\w+)\{/g), ([, name]) => String(name).replace(/_(?:bucket|sum|count)$/, '')),
    ),
  );
  used.delete('up');
  expect(used.size).toBeGreaterThan(12);
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
});
