import { writeSync } from 'node:fs';
import { isDatabaseFailure } from '../../../src/database/errors.ts';
import { openSqliteDatabase } from '../../../src/database/sqlite/open-sqlite-database.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { SampleTables, sampleItems } from '../../conformance/database/sample-tables.ts';
import { ledgerStores } from './ledger.ts';

const CLIENTS = 8;
const STDOUT = 1;
/** So small that the files of the journal are used again and again. */
const JOURNAL_FILE_BYTES = 512 * 1024;

/**
 * Writes pairs of rows, to several stores in turn, until it is killed or has written the given number, and reports each outcome on standard output:
 * `ack <number>` once a pair is durable, `refused <kind>` when a write failed.
 */
const [, , directory = '', from = '0', writes = '0', stores = '1'] = process.argv;
const limits = { journalFileBytes: JOURNAL_FILE_BYTES };
const database = await openSqliteDatabase({ directory, clock: systemClock, limits });
const ledgers = ledgerStores(Number(stores)).map((store) => new SampleTables(database, store));
for (const tables of ledgers) {
  const version = await database.query(tables.store, {
    text: "SELECT value FROM _meta WHERE name = 'schema_version'",
    values: [],
  });
  if (version[0]?.['value'] === 1) await tables.create();
}
say('ready');

let next = Number(from);
const end = Number(writes) > 0 ? next + Number(writes) : Number.POSITIVE_INFINITY;
await Promise.all(Array.from({ length: CLIENTS }, client));
await database.close();

async function client(): Promise<void> {
  while (next < end) {
    const number = next++;
    const tables = ledgers[number % ledgers.length];
    if (tables === undefined) throw new Error('a ledger needs a store');
    try {
      await database.write(tables.store, [tables.insert(sampleItems(2, number * 2))], { schemaVersion: 2 });
      say(`ack ${number}`);
    } catch (error) {
      say(`refused ${isDatabaseFailure(error) ? error.kind : String(error)}`);
    }
  }
}

/** Unbuffered, so that reported lines survive when the process is killed. */
function say(line: string): void {
  writeSync(STDOUT, `${line}\n`);
}
