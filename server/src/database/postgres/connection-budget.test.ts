import { expect, test } from 'vitest';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { systemClock } from '../../platform/clock.ts';
import { ConnectionBudget } from './connection-budget.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';

test('several databases share one connection limit: idle connections make room, and excess ones are refused', async () => {
  await using one = await createPostgresDatabase();
  await using two = await createPostgresDatabase();
  const budget = new ConnectionBudget(6);
  const open = async (url: string) => await openPostgresDatabase({ url, clock: systemClock, budget });
  const [first, second] = [await open(one.url), await open(two.url)];
  try {
    const connections = () =>
      [first, second].flatMap((database) => database.pools()).reduce((sum, pool) => sum + pool.open, 0);
    const scan = (text: string) => ({ text, values: [] });
    for (let round = 0; round < 5; round += 1) {
      for (const database of [first, second]) {
        await database.write('p_00000000000000000000000000000001', [
          { kind: 'plain', statement: scan(`INSERT INTO _meta (name, value) VALUES ('round ${round}', 1)`) },
        ]);
        await (await database.snapshot('p_00000000000000000000000000000001')).close();
        expect(connections()).toBeLessThanOrEqual(6);
      }
    }
    // A snapshot holds its connection; in addition, every database needs one for reads.
    const held = [];
    for (const database of [first, second]) {
      for (const store of ['p_00000000000000000000000000000001', 'p_00000000000000000000000000000002'] as const) {
        held.push(await database.snapshot(store).catch((error: unknown) => String(error)));
      }
    }
    expect(connections()).toBeLessThanOrEqual(6);
    for (const snapshot of held) if (typeof snapshot !== 'string') await snapshot.close();
  } finally {
    await first.close();
    await second.close();
  }
});

test('released connections can be taken again, and pools take turns in giving up idle ones', () => {
  const budget = new ConnectionBudget(2);
  const closed: string[] = [];
  const pool = (name: string, count: number) => {
    let idle = count;
    return budget.addPool(() => {
      if (idle === 0) return false;
      idle -= 1;
      closed.push(name);
      budget.release();
      return true;
    });
  };
  budget.take();
  budget.take();
  expect(() => budget.take()).toThrow('all connections');
  const remove = pool('a', 2);
  pool('b', 1);
  budget.take();
  budget.take();
  expect(closed).toEqual(['a', 'b']);
  remove();
  expect(() => budget.take()).toThrow('all connections');
  budget.release();
  budget.take();
});
