import { writeSync } from 'node:fs';
import { openSqliteDatabase } from '../../../src/database/sqlite/open-sqlite-database.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createIds } from '../../../src/platform/ids.ts';
import { plain, WORDS_INDEX, WORDS_STORE } from './words-ledger.ts';

const CLIENTS = 8;
const KEPT_MAX = 300;
const STDOUT = 1;

/**
 * Inserts, changes and deletes rows of a searchable table until it is killed or has written the given number of times.
 * Reports `ack <number>` for each durable write.
 */
const [, , directory = '', from = '0', writes = '0'] = process.argv;
const database = await openSqliteDatabase({ directory, clock: systemClock });
const ids = createIds(systemClock);
const { search } = database.dialect;
const schema = [
  'CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY, owner_id TEXT, body TEXT) WITHOUT ROWID',
  ...search.create(WORDS_INDEX, undefined),
  ...search.createTriggers(WORDS_INDEX),
];
const [known] = await database.query(WORDS_STORE, {
  text: "SELECT count(*) AS found FROM sqlite_schema WHERE name = 'notes'",
  values: [],
});
if (known?.['found'] === 0)
  await database.write(
    WORDS_STORE,
    schema.map((text) => plain(text)),
  );
say('ready');

let next = Number(from);
const end = Number(writes) > 0 ? next + Number(writes) : Number.POSITIVE_INFINITY;
const kept: string[] = [];
await Promise.all(Array.from({ length: CLIENTS }, client));
await database.close();

async function client(): Promise<void> {
  while (next < end) {
    const number = next++;
    await database.write(WORDS_STORE, stepsOf(number));
    say(`ack ${number}`);
  }
}

function stepsOf(number: number) {
  const body = `note ${number} ${'word '.repeat(number % 30)}end${number % 7}`;
  const id = kept[number % Math.max(1, kept.length)];
  if (id !== undefined && number % 3 === 1) return [plain('UPDATE notes SET body = ? WHERE id = ?', [body, id])];
  if (id !== undefined && (number % 3 === 2 || kept.length > KEPT_MAX)) {
    kept.splice(number % kept.length, 1);
    return [plain('DELETE FROM notes WHERE id = ?', [id])];
  }
  const made = [ids(), ids()];
  kept.push(...made);
  return made.map((one) => plain('INSERT INTO notes (id, body) VALUES (?, ?)', [one, body]));
}

/** Unbuffered, so that reported lines survive when the process is killed. */
function say(line: string): void {
  writeSync(STDOUT, `${line}\n`);
}
