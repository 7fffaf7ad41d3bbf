import { expect, test } from 'vitest';
import { createPostgresDatabase } from '../../test/engines/postgres-database.ts';
import { systemClock } from '../platform/clock.ts';
import { createIds } from '../platform/ids.ts';
import { createLiveProcesses } from './live-processes.ts';
import { openPostgresDatabase } from './postgres/open-postgres-database.ts';

test('processes of one database count each other, one that stops at once and one that was not seen for 15 s no more', async () => {
  await using server = await createPostgresDatabase();
  const database = await openPostgresDatabase({ url: server.url, clock: systemClock });
  const ids = createIds(systemClock);
  const start = async () => {
    const processes = createLiveProcesses({
      database,
      ids,
      isShared: true,
      onError: (error) => expect.fail(String(error)),
    });
    await processes.start();
    return processes;
  };
  const first = await start();
  expect(first.count()).toBe(1);
  const second = await start();
  expect(second.count()).toBe(2);
  await first.stop();
  const third = await start();
  expect(third.count()).toBe(2);
  // Killed, as far as others can see.
  await database.write('control', [
    {
      kind: 'plain',
      statement: { text: 'UPDATE "{store}".live_processes SET seen_at_ms = seen_at_ms - 16000', values: [] },
    },
  ]);
  const fourth = await start();
  expect(fourth.count()).toBe(1);
  for (const processes of [second, third, fourth]) await processes.stop();
  await database.close();
});
