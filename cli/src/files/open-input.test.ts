import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCsv } from '../commands/import/csv/read-csv.ts';
import { EXIT } from '../outcome/exit-codes.ts';
import { openInput, requireReadable } from './open-input.ts';

test('a file that exists and cannot be opened is a wrong use, also for root', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'service-input-'));
  const place = join(folder, 'socket');
  const server = createServer().listen(place);
  await once(server, 'listening');
  const refused = { message: 'rows.csv is not a file that can be read.', facts: { exit: EXIT.usage } };
  await expect(openInput('rows.csv', place)).rejects.toMatchObject(refused);
  await expect(requireReadable('rows.csv', place)).rejects.toMatchObject(refused);
  await expect(readCsv({ file: place, encoding: 'utf8' }).next()).rejects.toMatchObject({ facts: refused.facts });
  server.close();
  await rm(folder, { recursive: true });
});
