import { expect, test } from 'vitest';
import { ENGINES } from '../../index.ts';
import { effectsOfRefund, killRefund, killStories, openKilledShop } from './kill-stories.ts';

test.each(ENGINES)('forty kills neither lose nor double a payment, on %s', async (engine) => {
  await killStories(engine, 40);
});

test.each(ENGINES)(
  'a refund that is killed before any one of its effects refunds the money exactly once, on %s',
  async (engine) => {
    const shop = await openKilledShop(engine);
    const effects = await effectsOfRefund(shop);
    expect(effects.filter((name) => name === 'write project').length).toBeGreaterThan(1);
    for (const point of effects.keys()) await killRefund(shop, point);
  },
);
