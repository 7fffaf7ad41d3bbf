import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Connection } from '../../src/database/postgres/connection.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import { requirePortableStatements } from './refused-forms.ts';
import { RECORD_VARIABLE, recordedStatements, recordStatements } from './statement-record.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'statement-record-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a refused form that the service sends once, without an answer, fails the run', async () => {
  const folder = await makeFolder();
  const sender = {
    connectionParameters: { application_name: 'service' },
    query: (_asked: unknown): unknown => {
      throw new Error('the connection is gone');
    },
  };
  recordStatements(folder, sender);
  for (const text of ['SELECT 1', 'UPDATE "p_0".t SET a = clock_timestamp()']) {
    expect(() => sender.query({ text })).toThrow('gone');
  }
  const texts = await recordedStatements(folder);
  expect(texts.size).toBe(2);
  expect(() => requirePortableStatements(texts)).toThrow('UPDATE "p_0".t SET a = clock_timestamp()');
});

test('a statement is recorded once for all projects, and statements of the tests are not recorded', async () => {
  const folder = await makeFolder();
  const service = {
    connectionParameters: { application_name: 'service' },
    query: (_text: unknown): unknown => undefined,
  };
  const other = { query: (_text: unknown): unknown => undefined };
  for (const sender of [service, other]) recordStatements(folder, sender);
  service.query(`SELECT 1 FROM p_${'0'.repeat(32)}.t`);
  service.query(`SELECT 1 FROM p_${'1'.repeat(32)}.t`);
  other.query('LISTEN changes');
  expect([...(await recordedStatements(folder))]).toEqual(['SELECT 1 FROM p_….t']);
});

test('the statements of the service are in the record of the run', async () => {
  await using database = await createPostgresDatabase();
  const options = {
    url: database.url,
    connectTimeoutMs: 20_000,
    silenceMs: 20_000,
    settings: {},
    preparedMax: 1,
    onClosed: () => undefined,
    onAnswered: () => undefined,
  };
  const connection = await new Connection(options).open();
  await connection.say("SELECT 'recorded'");
  await connection.close();
  expect(await recordedStatements(process.env[RECORD_VARIABLE] ?? '')).toContain("SELECT 'recorded'");
});
