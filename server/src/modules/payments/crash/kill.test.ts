import { describe, test } from 'vitest';
import { ENGINES } from '../../../../test/index.ts';
import { killRefund, killStories, openKilledShop } from './kill-stories.ts';

describe.each(ENGINES)('payments of a killed process on %s (more kills: npm run test:crash)', (engine) => {
  test('killed before an event is stored or before it is answered, every story ends in its rows and its money', async () => {
    await killStories(engine, 4);
  }, 120_000);

  test('a refund that is killed once the row has changed is the same refund when it is repeated', async () => {
    const shop = await openKilledShop(engine);
    await killRefund(shop, '^committed project$');
    await killRefund(shop, 3);
  }, 120_000);
});
