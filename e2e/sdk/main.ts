import { parseArgs } from 'node:util';
import { startBrowser } from '../harness/browser.ts';
import { cleaningUp } from '../harness/cleaning-up.ts';
import { openSessionStage, ROUNDS } from './session-rounds.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: String(ROUNDS.length) } } });

/** Runs every combination of tabs, delays, parallel reads and troubles in a real browser: `npm run test:sessions`. */
async function main(cleanUp: AsyncDisposableStack): Promise<void> {
  const browser = await startBrowser();
  cleanUp.defer(() => browser.close());
  const stage = cleanUp.use(await openSessionStage(browser));
  const rounds = Number(values.rounds);
  let failures = 0;
  for (let index = 0; index < rounds; index += 1) {
    const round = ROUNDS[(index * 7) % ROUNDS.length];
    if (round === undefined) break;
    try {
      await stage.play(round);
    } catch (error) {
      failures += 1;
      console.error(JSON.stringify(round), error instanceof Error ? error.message : error);
    }
    if (index % 50 === 49) console.log(`${index + 1} rounds, ${stage.renewals} renewals, ${failures} failures`);
  }
  console.log(`${rounds} rounds, ${stage.renewals} renewals, ${failures} failures`);
  if (failures > 0) process.exitCode = 1;
}

await cleaningUp(main);
