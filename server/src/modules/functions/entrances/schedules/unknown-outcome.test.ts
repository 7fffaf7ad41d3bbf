import { expect, test } from 'vitest';
import { deploy, runsOf } from '../../../../../test/functions.ts';
import { createTestClock } from '../../../../../test/index.ts';
import { startLossyServer, startServerWithDatabase } from '../../../../../test/lossy-server.ts';
import { DatabaseFailure } from '../../../../database/errors.ts';
import { withWrite } from '../../../../database/with-write.ts';

const MINUTE_MS = 60_000;
const EVERY_MINUTE = { trigger: 'scheduled', schedule: '* * * * *' };

test('a slot runs once when the answer to the commit that took it is lost', async () => {
  const clock = createTestClock();
  await using lossy = await startLossyServer({ clock });
  const { server } = lossy;
  const project = await server.createProject();
  await deploy(project, 'tick', 'export default () => 1;', EVERY_MINUTE);
  const statuses = async () => (await runsOf(project, 'tick')).map(({ status }) => status);
  lossy.loseCommitOf('_function_slots');
  clock.advance(MINUTE_MS);
  await server.runJobsUntilIdle();
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(['succeeded']);
  clock.advance(5000);
  await server.runJobsUntilIdle();
  expect(await statuses()).toEqual(['succeeded']);
}, 120_000);

test('a slot whose lost answer is found too late to end before its deadline is left to its repeat', async () => {
  const clock = createTestClock();
  await using lossy = await startLossyServer({ clock });
  const { server } = lossy;
  const project = await server.createProject();
  const options = { trigger: 'scheduled', schedule: '@hourly', retries: 1, timeout_ms: 30_000 };
  await deploy(project, 'tick', 'export default () => 1;', options);
  const statuses = async () => (await runsOf(project, 'tick')).map(({ status }) => status);
  lossy.loseCommitOf('_function_slots', () => clock.advance(1.6 * MINUTE_MS));
  clock.advance(60 * MINUTE_MS);
  await server.runJobsUntilIdle();
  expect(await statuses()).toEqual(['succeeded', 'lost']);
}, 120_000);

test('a slot is not searched for when a read before its transaction failed', async () => {
  const clock = createTestClock();
  let isRefusing = false;
  const searches: string[] = [];
  await using lossy = await startServerWithDatabase(
    (database) => ({
      ...withWrite(database, (...asked) => database.write(...asked)),
      query: async (store, statement) => {
        const isOfRuns = isRefusing && statement.text.includes('"_function_runs"');
        if (isOfRuns && statement.text.includes('"deadline_ms"')) {
          throw new DatabaseFailure({ kind: 'unavailable', message: 'refused by the test' });
        }
        if (isOfRuns && statement.text.includes('"id" =')) searches.push(statement.text);
        return await database.query(store, statement);
      },
    }),
    { clock },
  );
  const { server } = lossy;
  const project = await server.createProject();
  await deploy(project, 'tick', 'export default () => 1;', EVERY_MINUTE);
  isRefusing = true;
  clock.advance(MINUTE_MS);
  await server.runJobsUntilIdle();
  expect(searches).toEqual([]);
  isRefusing = false;
  clock.advance(5000);
  await server.runJobsUntilIdle();
  expect((await runsOf(project, 'tick')).map(({ status }) => status)).toEqual(['succeeded']);
}, 120_000);
