import { describe, test } from 'vitest';
import { ENGINES } from '../../index.ts';
import { killRefund, killStories, openKilledShop } from './kill-stories.ts';

describe.each(ENGINES)('payments of a killed process on %s (more kills: npm run test:crash)', (engine) => {
  test('after a kill before an event is stored or answered, every story ends with the right rows and money', async () => {
    await killStories(engine, 4);
  }, 120_000);

  test('repeating a refund that was killed after its row changed does not refund again', async () => {
    const shop = await openKilledShop(engine);
    await killRefund(shop, '^committed project$');
    await killRefund(shop, 3);
  }, 120_000);
});
