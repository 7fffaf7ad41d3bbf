import { expect, test } from 'vitest';
import { deploy, runsOf } from '../../../../../test/functions.ts';
import { createTestClock, type TestServer } from '../../../../../test/index.ts';
import { startServerWithWrite } from '../../../../../test/lossy-server.ts';
import { backUp, restore } from '../../../../../test/whole-project.ts';
import type { Step } from '../../../../database/index.ts';

const MINUTE_MS = 60_000;

/** Gives the project its new store at the end of a restore. */
function isSwitch(steps: readonly Step[]): boolean {
  return steps.some(
    (step) => step.kind === 'plain' && step.statement.text.startsWith('update "projects" set "settings"'),
  );
}

test('a schedule goes on when its slot comes due while a restore still fills the store of the project', async () => {
  const clock = createTestClock();
  let server: TestServer | undefined;
  const passSlot = async (): Promise<void> => {
    clock.advance(MINUTE_MS);
    await server?.runJobsUntilIdle();
  };
  await using running = await startServerWithWrite(
    (write) => async (store, steps, options) => {
      if (isSwitch(steps)) await passSlot();
      return await write(store, steps, options);
    },
    { clock },
  );
  server = running.server;
  const source = await server.createProject();
  await deploy(source, 'tick', 'export default () => 1;', { trigger: 'scheduled', schedule: '* * * * *' });
  const archive = await backUp(server, source);
  const target = await server.createProject();
  expect(await restore(server, target, archive)).toMatchObject({ status: 200, body: { data: { state: 'done' } } });
  const statuses = async () => (await runsOf(target, 'tick')).map(({ status }) => status);
  expect(await statuses()).toEqual([]);
  clock.advance(2000);
  await server.runJobsUntilIdle();
  expect(await statuses()).toEqual(['succeeded']);
  await passSlot();
  expect(await statuses()).toEqual(['succeeded', 'succeeded']);
}, 60_000);
