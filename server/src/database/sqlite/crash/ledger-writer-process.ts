import { writeSync } from 'node:fs';
import { systemClock } from '../../../platform/clock.ts';
import { SampleTables, sampleItems } from '../../conformance/sample-tables.ts';
import { isDatabaseFailure } from '../../errors.ts';
import { openSqliteDatabase } from '../open-sqlite-database.ts';
import { LEDGER_STORE } from './ledger.ts';

const CLIENTS = 8;
const STDOUT = 1;

/**
 * Writes pairs of rows until it is killed or has written the given number, and reports each outcome on standard output:
 * `ack <number>` once a pair is durable, `refused <kind>` when a write failed.
 */
const [, , directory = '', from = '0', writes = '0'] = process.argv;
const database = await openSqliteDatabase({ directory, clock: systemClock });
const tables = new SampleTables(database, LEDGER_STORE);
const version = await database.query(LEDGER_STORE, {
  text: "SELECT value FROM _meta WHERE name = 'schema_version'",
  values: [],
});
if (version[0]?.['value'] === 1) await tables.create();
say('ready');

let next = Number(from);
const end = Number(writes) > 0 ? next + Number(writes) : Number.POSITIVE_INFINITY;
await Promise.all(Array.from({ length: CLIENTS }, client));
await database.close();

async function client(): Promise<void> {
  while (next < end) {
    const number = next++;
    try {
      await database.write(LEDGER_STORE, [tables.insert(sampleItems(2, number * 2))], { schemaVersion: 2 });
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
