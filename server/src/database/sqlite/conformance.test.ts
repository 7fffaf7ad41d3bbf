import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeDatabase } from '../../../test/conformance/database/describe-database.ts';
import { systemClock } from '../../platform/clock.ts';
import { openSqliteDatabase } from './open-sqlite-database.ts';

describeDatabase('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sqlite-'));
  const reopen = (): ReturnType<typeof openSqliteDatabase> => openSqliteDatabase({ directory, clock: systemClock });
  return {
    database: await reopen(),
    reopen,
    dispose: () => rm(directory, { recursive: true, force: true }),
  };
});
