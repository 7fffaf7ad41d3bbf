import { describe, expect, it } from 'vitest';
import { ENGINES, openWatchedOrders } from '../../../test/index.ts';

interface ListedWebhooks {
  readonly data: readonly { readonly id: string; readonly stats?: Record<string, unknown> }[];
}

describe.each(ENGINES)('the list of webhooks on %s', (engine) => {
  it('counts the results of a day’s deliveries and the pending ones, as do the metrics', async () => {
    const orders = await openWatchedOrders(engine, []);
    const { project, clock } = orders;
    const good = await orders.create();
    const bad = await orders.create({ url: 'http://nothing.invalid/x' });
    await orders.deliver();
    clock.advance(25 * 60 * 60_000);
    await orders.deliver();
    await orders.deliver();
    await orders.patch(bad, { enabled: false });
    await orders.deliver();
    const { data } = (await project.cloudApi<ListedWebhooks>('/webhooks?stats=true&order=created_at')).body;
    expect(data.map(({ id, stats }) => [id, stats])).toEqual([
      [good, { succeeded: 4, failed: 0, pending: 0, skipped: 0, last_at: expect.any(String) }],
      [bad, { succeeded: 0, failed: 3, pending: 0, skipped: 1, last_at: expect.any(String) }],
    ]);
    // Uses the clock of the database, which no test moves.
    expect(Math.abs(Date.parse(String(data[0]?.stats?.['last_at'])) - Date.now())).toBeLessThan(5 * 60_000);
    expect((await project.cloudApi<ListedWebhooks>('/webhooks')).body.data[0]).not.toHaveProperty('stats');
    const points = (await project.cloudApi<{ data: { deliveries: number; deliveries_failed: number }[] }>('/metrics'))
      .body;
    const sum = (name: 'deliveries' | 'deliveries_failed') => points.data.reduce((all, point) => all + point[name], 0);
    expect([sum('deliveries'), sum('deliveries_failed')]).toEqual([5, 2]);
    await orders.close();
  });

  it('finds webhooks by part of the description or URL in any case, or by a full id, and counts the matches', async () => {
    const orders = await openWatchedOrders(engine, []);
    const { project } = orders;
    const shop = await orders.create({ description: 'Zur Straße', url: 'http://one.invalid/Hook' });
    const plain = await orders.create({ url: 'http://two.invalid/100%_sure' });
    const search = async (text: string, more = '') => {
      const { body } = await project.cloudApi<ListedWebhooks & { count: number }>(
        `/webhooks?order=created_at&search=${encodeURIComponent(text)}${more}`,
      );
      return [body.count, ...body.data.map(({ id }) => id)];
    };
    expect(await search('STRASSE')).toEqual([1, shop]);
    expect(await search(' one*hook ')).toEqual([1, shop]);
    expect(await search('%_')).toEqual([1, plain]);
    expect(await search('.invalid', '&limit=1&offset=1')).toEqual([2, plain]);
    expect(await search(plain)).toEqual([1, plain]);
    expect(await search("' OR '1'='1")).toEqual([0]);
    expect(await search('')).toEqual([2, shop, plain]);
    expect((await project.cloudApi(`/webhooks?search=${'x'.repeat(201)}`)).status).toBe(400);
    await orders.close();
  });
});
