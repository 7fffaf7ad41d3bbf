import { expect, onTestFinished, test } from 'vitest';
import { type DyingCluster, startDyingCluster } from './dying-cluster.ts';
import { SteadyWork } from './steady-work.ts';

/** Number of times that each signal is sent. */
const ROUNDS = 20;
const RESTART_MS = 1500;
const MINUTE_MS = 60_000;
/** By then, other processes have finished the work of the last dead process, including runs that are retried. */
const SETTLE_MS = 40_000;
/** Other processes continue the work within 15 s; the rest is reserve for a busy machine. */
const ELSEWHERE_MS = 20_000;

test('while any process gets 20 SIGTERM and 20 kill -9, each slot fires once, no promised work is lost or repeated, and other processes continue the work', async () => {
  const place = new AsyncDisposableStack();
  onTestFinished(() => place.disposeAsync());
  const cluster = await startDyingCluster(place);
  await cluster.prepare();
  const work = new SteadyWork(cluster);
  work.start();
  for (let round = 0; round < 2 * ROUNDS; round += 1) await endOne(cluster, round);
  await pause(SETTLE_MS);
  await work.stop();
  await pause(ELSEWHERE_MS);

  const slots = await cluster.slots();
  const delays = [...slots.delaysMs, ...work.rowDelaysMs(), ...work.mailDelaysMs()];
  console.log(
    `${slots.fired} slots, ${work.rows.size} rows, ${work.mails.size} mails; the longest delays in ms: ` +
      `slots ${Math.max(...slots.delaysMs)}, deliveries ${Math.max(...work.rowDelaysMs())}, mails ${Math.max(...work.mailDelaysMs())}`,
  );
  expect(slots.problems).toEqual([]);
  expect(work.problems()).toEqual([]);
  expect(slots.fired).toBeGreaterThan(50);
  expect(Math.min(work.rows.size, work.mails.size)).toBeGreaterThan(100);
  expect(Math.max(...delays)).toBeLessThan(ELSEWHERE_MS);
});

/** Three rounds a minute; one of them is at the time when slots are due, and a little later each time. */
async function endOne(cluster: DyingCluster, round: number): Promise<void> {
  const minute = Math.floor(round / 3);
  const phaseMs = [((minute * 170) % 1200) - 300, 15_000, 35_000][round % 3] ?? 0;
  await untilPhase(phaseMs);
  const signal = round % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
  const { code, output } = await cluster.processes.restart((round + minute) % 3, signal, RESTART_MS);
  if (signal === 'SIGTERM') expect(code, output).toBe(0);
}

/** The next moment this long after a whole minute. */
function untilPhase(phaseMs: number): Promise<void> {
  const intoMs = (Date.now() - phaseMs) % MINUTE_MS;
  return pause(MINUTE_MS - intoMs);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
