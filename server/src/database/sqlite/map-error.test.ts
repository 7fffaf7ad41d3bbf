import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { mapError } from './map-error.ts';

test('a write that waits too long for another program is overload', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'map-error-'));
  const [program, own] = [new DatabaseSync(join(directory, 'a.db')), new DatabaseSync(join(directory, 'a.db'))];
  program.exec('CREATE TABLE notes (id TEXT); BEGIN IMMEDIATE');
  let failure: unknown;
  try {
    own.exec('INSERT INTO notes VALUES (1)');
  } catch (error) {
    failure = mapError(error, directory);
  }
  expect(failure).toMatchObject({ kind: 'overloaded' });
  own.close();
  program.close();
  await rm(directory, { recursive: true });
});
