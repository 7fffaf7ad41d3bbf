import { openSqliteDatabase } from '../../../src/database/sqlite/open-sqlite-database.ts';
import { systemClock } from '../../../src/platform/clock.ts';

/** Opens the data directory given as argument and holds it until it is killed. */
const directory = process.argv[2] ?? '';
const database = await openSqliteDatabase({ directory, clock: systemClock });
await database.ping();
process.send?.('open');
setInterval(() => undefined, 60_000);
