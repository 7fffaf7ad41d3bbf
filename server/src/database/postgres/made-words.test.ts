import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, StoreName } from '../database.ts';
import { segmentedWords, wordsOf } from '../search/words.ts';
import { isInRow, madeWords } from './made-words.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';
import { MADE_BY_INDEX, storedWords } from './word-vector.ts';

const CHARACTERS = Array.from({ length: 127 }, (_, at) => String.fromCharCode(at + 1));
const PARTS = [
  'red',
  'Red',
  'RED',
  '7',
  'r2d2',
  'a',
  'Z',
  '0',
  'don',
  'e-mail',
  'node.js',
  '3.14',
  'x_y',
  'I',
  '',
  ' ',
];
const RANDOM_TEXTS = 4_000;
const PLACE = { text: '_t.text', words: "''::tsvector", long: "''" };

let server: PostgresDatabase;
let database: Database;
let store: StoreName;

beforeAll(async () => {
  server = await createPostgresDatabase();
  database = await openPostgresDatabase({ url: server.url, clock: systemClock });
  store = `p_${'0'.repeat(32)}`;
  await database.write(store, []);
});
afterAll(async () => {
  await database?.close();
  await server?.[Symbol.asyncDispose]();
});

/** Pseudo-random, so that every run is the same. */
function picker(seed: number): <Item>(items: readonly Item[]) => Item {
  let state = seed;
  return (items) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return items[Math.floor((state / 2 ** 32) * items.length)] as (typeof items)[number];
  };
}

function sampleTexts(): readonly string[] {
  const pick = picker(3);
  const pairs = CHARACTERS.flatMap((one) => CHARACTERS.map((other) => `${one}${other}`));
  const within = CHARACTERS.flatMap((one) => PARTS.map((part) => `${part}${one}${part}`));
  const mixed = Array.from({ length: RANDOM_TEXTS }, () =>
    Array.from({ length: 1 + pick(CHARACTERS).charCodeAt(0) / 8 }, () => `${pick(PARTS)}${pick(CHARACTERS)}`).join(''),
  );
  return [...pairs, ...within, ...mixed, 'a'.repeat(1_999), `${'ab '.repeat(5_000)}`];
}

async function ask(text: string, texts: readonly string[], more: readonly string[] = []): Promise<readonly string[]> {
  const from = `FROM json_array_elements_text($1::json) WITH ORDINALITY AS _r (raw, at)
    CROSS JOIN LATERAL (SELECT raw COLLATE "C" AS text) AS _t ORDER BY at`;
  const rows = await database.query(store, {
    text: `SELECT ${text} AS found ${from}`,
    values: [JSON.stringify(texts), ...more],
  });
  return rows.map(({ found }) => String(found));
}

test('a text whose words are too long in all for PostgreSQL keeps them in the row', () => {
  const words = Array.from({ length: 100 }, (_, at) => `${at}`.padStart(100, 'x'));
  const repeated = Array.from({ length: 110 }, () => words.join(' ')).join(' ');
  expect(storedWords(repeated).long).toBeNull();
  expect(storedWords(repeated.slice(0, 900_000)).long).toBe(MADE_BY_INDEX);
});

test('the index makes the same words of an ASCII text as the service', async () => {
  const texts = sampleTexts();
  const made = await ask(`array_to_string(tsvector_to_array(${madeWords('_t.text')}), ' ')`, texts);
  const wrong = texts.filter((text, at) => [...new Set(wordsOf(text))].sort().join(' ') !== made[at]);
  expect(wrong).toEqual([]);
  expect(texts.slice(0, 5_000).filter((text) => segmentedWords(text).join(' ') !== wordsOf(text).join(' '))).toEqual(
    [],
  );
});

test('a row has a term exactly if the words of its text have it', async () => {
  const texts = sampleTexts();
  for (const words of [['red'], ['a'], ['7'], ['r2d2'], ['e', 'mail'], ['red', 'red'], ['z', '0'], ['été']])
    for (const isPrefix of [false, true]) {
      const values: string[] = [];
      const bind = (value: unknown): string => `$${values.push(String(value)) + 1}::text`;
      const found = await ask(isInRow({ words, isPrefix, isExcluded: false }, PLACE, bind), texts, values);
      const part = ` ${words.join(' ')}${isPrefix ? '' : ' '}`;
      const wrong = texts.filter((text, at) => ` ${wordsOf(text).join(' ')} `.includes(part) !== (found[at] === '1'));
      expect({ words, isPrefix, wrong }).toEqual({ words, isPrefix, wrong: [] });
    }
});
