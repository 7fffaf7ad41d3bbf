import { describeDatabase } from '../../../test/conformance/database/describe-database.ts';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { systemClock } from '../../platform/clock.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';

describeDatabase('PostgreSQL', async () => {
  const server = await createPostgresDatabase();
  const open = () => openPostgresDatabase({ url: server.url, clock: systemClock });
  return { database: await open(), reopen: open, dispose: async () => server[Symbol.asyncDispose]() };
});
