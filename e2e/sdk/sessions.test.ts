import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { openSessionStage, ROUNDS, type SessionStage } from './session-rounds.ts';

const cleanUp = new AsyncDisposableStack();
let stage: SessionStage;
beforeAll(async () => {
  const browser: Browser = await startBrowser();
  cleanUp.defer(() => browser.close());
  stage = cleanUp.use(await openSessionStage(browser));
}, 120_000);
afterAll(() => cleanUp.disposeAsync());

/** The hardest combination of each trouble; `npm run test:sessions` runs all of them. */
const HARDEST = ROUNDS.filter(({ tabs, delayMs, reads }) => tabs === 5 && delayMs === 100 && reads === 8).filter(
  // Every second trouble gets the same beginning.
  ({ begin }, index) => (begin === 'reload') === index % 4 < 2,
);

describe('an expired session cookie in five tabs with eight reads each', () => {
  test.each(HARDEST)(
    'trouble: $trouble ($fate), $begin: every tab shows who is signed in',
    async (round) => {
      const before = stage.renewals;
      await stage.play(round);
      // One renewal serves all tabs.
      if (round.trouble === 'none') expect(stage.renewals - before).toBe(1);
    },
    60_000,
  );
});
