import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isDatabaseFailure } from '../../../src/database/errors.ts';
import { openSqliteDatabase } from '../../../src/database/sqlite/open-sqlite-database.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { SampleTables } from '../../conformance/database/sample-tables.ts';

const FILLER_BYTES = 1024 * 1024;
const STDOUT = 1;

/** Runs on a file system of a few megabytes: fills it, checks, makes room and continues. */
const [, , directory = ''] = process.argv;
const filler = join(directory, 'filler');
writeFileSync(filler, Buffer.alloc(FILLER_BYTES));
const database = await openSqliteDatabase({ directory: join(directory, 'data'), clock: systemClock });
const tables = await new SampleTables(database).create();

let written = 0;
const failures = [await fill(), await write(), await write()];
const whileFull = await database.list(tables.store, tables.listAll(1), 2);
rmSync(filler);
const afterwards = await write();
const { count } = await database.list(tables.store, tables.listAll(1), 2);
await database.close();
writeSync(STDOUT, JSON.stringify({ failures, countWhileFull: whileFull.count, afterwards, count, written }));

async function fill(): Promise<string> {
  for (;;) {
    const outcome = await write();
    if (outcome !== 'written') return outcome;
  }
}

async function write(): Promise<string> {
  const item = { id: randomUUID(), title: 'x'.repeat(20_000) + randomUUID(), amount: written };
  try {
    await database.write(tables.store, [tables.insert([item])]);
    written += 1;
    return 'written';
  } catch (error) {
    return isDatabaseFailure(error) ? error.kind : String(error);
  }
}
