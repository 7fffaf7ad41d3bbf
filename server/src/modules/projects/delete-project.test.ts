import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../../test/index.ts';
import type { Database } from '../../database/database.ts';
import { createDatabase } from '../../database/index.ts';
import { systemClock } from '../../platform/clock.ts';

/** Tables that stay: the audit log, the change that tells other processes of the deletion, and the reserved id. */
const KEPT = ['audit', 'change_feed', 'deleted_projects'];
const PASSWORD = 'a calm and long password';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'service-delete-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** The tables of the control store that contain a text. */
async function tablesWith(database: Database, text: string): Promise<string[]> {
  const query = (sql: string) => database.query('control', { text: sql, values: [] });
  const tables = await query(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`);
  const found: string[] = [];
  for (const { name } of tables) {
    if (JSON.stringify(await query(`SELECT * FROM ${name}`)).includes(text)) found.push(String(name));
  }
  return found;
}

test('deleting a project removes everything it owned and nothing of other projects', async () => {
  const database = await createDatabase({ url: undefined, directory, clock: systemClock });
  await using server = await startTestServer({ database });
  const [project, other] = [await server.createProject(), await server.createProject()];
  for (const { api, cloudApi } of [project, other]) {
    expect((await api('/auth/signup', { json: { email: 'ann@example.com', password: PASSWORD } })).status).toBe(201);
    await cloudApi('/members', { json: { email: 'guest@example.com', role: 'viewer' } });
    await cloudApi('/mail-templates/verify_email', { method: 'PUT', json: { subject: 'Hello' } });
  }
  const storeOf = async (id: string): Promise<string> => {
    const rows = await database.query('control', { text: 'SELECT store FROM projects WHERE id = ?', values: [id] });
    return String(rows[0]?.['store']);
  };
  const [store, kept] = [await storeOf(project.id), await storeOf(other.id)];
  const before = await tablesWith(database, kept);
  expect(await tablesWith(database, store)).toEqual(before);
  expect(before).toEqual(
    expect.arrayContaining(['invites', 'mail_templates', 'project_keys', 'projects', 'store_work']),
  );

  expect((await project.cloudApi('', { method: 'DELETE' })).status).toBe(200);
  await server.runJobsUntilIdle();
  expect(await tablesWith(database, store)).toEqual(KEPT);
  expect(await database.stores()).not.toContain(store);
  expect(await tablesWith(database, kept)).toEqual(before);
  const login = { json: { email: 'ann@example.com', password: PASSWORD } };
  expect((await project.api('/auth/login', login)).body).toMatchObject({ code: 'project_not_found' });
  expect((await other.api('/auth/login', login)).status).toBe(200);
});
