import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { ADMIN_TOKEN, createApi, startReceiver, startServerProcess } from '../../index.ts';

const PROJECT = '/api/cloud/projects/killed';

/**
 * Kills the service while it writes and sends, `rounds` times at different moments. Every change that was acknowledged must arrive; a
 * repeated delivery must have the same id and the same bytes.
 */
export async function killRounds(rounds: number): Promise<void> {
  const receiver = await startReceiver();
  const dataDir = await mkdtemp(join(tmpdir(), 'delivery-kill-'));
  const place = { dataDir, outboundAllow: receiver.host };
  let running = await startServerProcess(place);
  onTestFinished(async () => {
    await running.kill();
    await receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const admin = () => createApi(running.url, ADMIN_TOKEN);
  await admin()('/api/cloud/projects', { json: { name: 'killed', id: 'killed' } });
  await admin()(`${PROJECT}/tables`, { json: { name: 'items', columns: [{ name: 'n', type: 'integer' }] } });
  const made = await admin()<{ data: { id: string } }>(`${PROJECT}/webhooks`, {
    json: { table: 'items', events: ['insert'], url: receiver.url },
  });
  expect(made.status, made.text).toBe(201);
  const answered = new Set<string>();

  for (let round = 0; round < rounds; round += 1) {
    const { url } = running;
    const lines = Array.from({ length: 6 }, async () => {
      for (;;) {
        try {
          const answer = await createApi(url, ADMIN_TOKEN)<{ data: { id: string } }>('/api/baas/killed/data/items', {
            json: { n: round },
          });
          if (answer.status === 201) answered.add(answer.body.data.id);
        } catch {
          return;
        }
      }
    });
    // Waits for a different number of requests in each round, so that the kills hit different moments.
    await receiver.received(receiver.requests.length + 15 + ((23 * round) % 97), 30_000);
    await running.kill();
    await Promise.all(lines);
    running = await startServerProcess(place);
  }

  const countOf = async (state: string): Promise<number> => {
    const path = `${PROJECT}/webhooks/${made.body.data.id}/deliveries?state=${state}&limit=0`;
    return (await admin()<{ count: number }>(path)).body.count;
  };
  // No more rows are written: the sender must find the pending deliveries without being woken.
  await expect.poll(() => countOf('pending'), { timeout: 30_000, interval: 200 }).toBe(0);
  expect([await countOf('failed'), await countOf('skipped')]).toEqual([0, 0]);
  const arrived = Map.groupBy(receiver.requests, (request) => request.headers['webhook-id'] ?? '');
  const rows = [...arrived.values()].map(
    ([first]) => first?.json<{ data: { record: { id: string } } }>().data.record.id,
  );
  expect(new Set(rows)).toEqual(new Set(rows).union(answered));
  expect(rows).toHaveLength(new Set(rows).size);
  for (const requests of arrived.values()) {
    expect(new Set(requests.map(({ body }) => new TextDecoder().decode(body))).size).toBe(1);
  }
  expect(answered.size).toBeGreaterThan(10 * rounds);
}
