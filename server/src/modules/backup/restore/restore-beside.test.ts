import { expect, test } from 'vitest';
import { ENGINES, startTestServer } from '../../../../test/index.ts';
import { storeOf } from '../../../../test/store-of.ts';
import { backUp, restore } from '../../../../test/whole-project.ts';
import type { StoreName } from '../../../database/index.ts';
import type { RestoreRecord } from '../restore-record.ts';
import { createRestoresStore } from '../restores-store.ts';

const FAILED_RESTORE: RestoreRecord = {
  id: 'beside',
  state: 'failed',
  dry_run: false,
  archive: null,
  counts: null,
  left_out: [],
  error: null,
};

test.each(ENGINES)(
  'a restore beside a project stays with that project after it gets another store, on %s',
  async (engine) => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const archive = await backUp(server, project);
    const beside = await server.createProject();
    const source = await storeOf(server.database, project.id);
    const restores = createRestoresStore(server.database);
    const steps = restores.insertSteps({
      record: { ...FAILED_RESTORE, source },
      store: await storeOf(server.database, beside.id),
      target: `p_${'0'.repeat(32)}`,
      createdAt: '2026-05-01T09:30:00.000Z',
      nowMs: 0,
      leaseUntilMs: 0,
    });
    await server.database.write('control', steps);
    expect((await restore(server, project, archive, { query: `?replace=${project.id}` })).status).toBe(200);
    const current = await storeOf(server.database, project.id);
    expect(current).not.toBe(source);
    const other = await storeOf(server.database, (await server.createProject()).id);
    const find = (store: StoreName) => restores.find(store, FAILED_RESTORE.id);
    for (const store of [current, source]) expect(await find(store)).toMatchObject({ record: { state: 'failed' } });
    expect(await find(other)).toBeUndefined();

    // A failure removes the new project, and the project of the moment keeps the restore until it is deleted itself.
    await server.database.write('control', [restores.keepStep(FAILED_RESTORE.id, source)]);
    expect((await beside.cloudApi('', { method: 'DELETE' })).status).toBe(200);
    expect(await find(current)).toMatchObject({ record: { state: 'failed' } });
    await server.database.write('control', [restores.deleteAllStep(current)]);
    expect(await find(current)).toBeUndefined();
  },
);
