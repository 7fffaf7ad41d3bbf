import { systemClock } from '../../../platform/clock.ts';
import { openSqliteDatabase } from '../open-sqlite-database.ts';

/** A process that opens the data directory it is told and keeps it until it is killed. */
const directory = process.argv[2] ?? '';
const database = await openSqliteDatabase({ directory, clock: systemClock });
await database.ping();
process.send?.('open');
setInterval(() => undefined, 60_000);
