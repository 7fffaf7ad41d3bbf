import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ADMIN_TOKEN, type Api, createApi, type ServerProcess, startServerProcess } from '../../../test/index.ts';
import { RESEND_KEY, startResend } from '../../../test/providers/index.ts';

const MAIL = { to: 'ben@example.com', subject: 'Hello', text: 'How are you?' };
const BASE = '/api/baas/shop';
const CLOUD = '/api/cloud/projects/shop';
const ROUNDS = 3;

interface Billing {
  readonly data: {
    readonly balance: number;
    readonly entries: readonly { readonly run_id: string | null; readonly amount: number }[];
  };
}

interface Runs {
  readonly data: readonly { readonly id: string; readonly status: string }[];
}

async function must(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${status}: ${text}`);
}

/** Starts a service that can be killed and started again on the same folder. */
async function startShop(outboundAllow: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-kill-'));
  let running: ServerProcess = await startServerProcess({ dataDir, outboundAllow });
  const api: Api = (path, init) => createApi(running.url, ADMIN_TOKEN)(path, init);
  await must(api('/api/cloud/projects', { json: { name: 'Shop', id: 'shop' } }));
  return {
    api,
    async restart() {
      await running.kill();
      running = await startServerProcess({ dataDir, outboundAllow });
    },
    async [Symbol.asyncDispose]() {
      await running.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

test('a process killed at any moment charges each successful run once, and sends one mail for each key', async () => {
  await using resend = await startResend();
  await using shop = await startShop(resend.receiver.host);
  const { api } = shop;
  await must(api(`${CLOUD}/billing`, { method: 'PATCH', json: { plan: 'pro' } }));
  await must(api(`${CLOUD}/billing/entries`, { json: { amount: 1000, kind: 'top_up' } }));
  const options = { provider: 'resend', from: 'a@example.com', api_key: RESEND_KEY, base_url: resend.url };
  await must(api(`${CLOUD}/integrations/email`, { method: 'PUT', json: options }));
  const keys: string[] = [];
  const answered = new Set<string>();
  const send = async (key: string): Promise<void> => {
    const headers = { 'idempotency-key': key };
    const answer = await api(`${BASE}/functions/send_email/invoke`, { json: MAIL, headers }).catch(() => undefined);
    if (answer?.status === 200) answered.add(key);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    // In one round the provider acts but never answers.
    resend.fault = round === 1 ? { answer: { hang: 'before_headers' }, hasActed: true } : undefined;
    const batch = Array.from({ length: 15 }, (_, n) => `mail-${round}-${n}`);
    keys.push(...batch);
    const sending = Promise.all(batch.map(send));
    await sleep(30 + 120 * Math.random());
    await shop.restart();
    resend.fault = undefined;
    resend.receiver.release();
    await sending;
  }
  await Promise.all(keys.map(send));
  expect(answered.size).toBe(keys.length);
  expect(resend.mails.length).toBe(keys.length);
  const { data } = (await api<Billing>(`${CLOUD}/billing`)).body;
  const runs = (await api<Runs>(`${CLOUD}/functions/send_email/runs?limit=1000`)).body.data;
  const paid = data.entries.flatMap(({ run_id: id }) => id ?? []).toSorted();
  expect(paid).toEqual(runs.flatMap(({ id, status }) => (status === 'succeeded' ? id : [])).toSorted());
  expect(data.balance).toBe(1000 - paid.length);
  expect(paid.length).toBe(keys.length);
  expect(runs.filter(({ status }) => status === 'running')).toEqual([]);
}, 120_000);
