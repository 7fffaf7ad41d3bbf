import { describe, it } from 'vitest';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { ENGINES, type Engine, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';

const CHANGED = ['control.audit', 'control.change_counter', 'control.change_feed', 'control.databases'];

function openDatabases(engine: Engine) {
  const open = openProject(engine);
  const send = (method: string, path: string, json?: object) => () =>
    open.server.adminApi(`/api/cloud/instance/databases${path}`, { method, ...(json && { json }) });
  return { open, send };
}

describe.each(ENGINES)('the effects of routes of databases on %s', (engine) => {
  const { open, send } = openDatabases(engine);
  // SQLite keeps all projects in the data directory, so it refuses every change with 409.
  const [invalid, missing] = engine === 'postgres' ? [400, 404] : [409, 409];

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [invalid, 'POST', '', { name: 'other', url: 'https://example.com' }],
      [missing, 'PATCH', '/other', { weight: 2 }],
      [missing, 'DELETE', '/other'],
    ]));
});

describe('the effects of changes of databases on postgres', () => {
  const { open, send } = openDatabases('postgres');

  it('a database is added, changed and removed without any other effect', async () => {
    await using other = await createPostgresDatabase();
    await expectOutcome(open, send('POST', '', { name: 'other', url: other.url }), { status: 201, others: CHANGED });
    await expectOutcome(open, send('PATCH', '/other', { weight: 2 }), { status: 200, others: CHANGED });
    await expectOutcome(open, send('DELETE', '/other'), { status: 200, others: CHANGED });
  });
});
