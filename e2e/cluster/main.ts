import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleaningUp } from '../harness/cleaning-up.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';
import { createAnyCaller } from './any-caller.ts';
import { printTable } from './ledger.ts';
import { startObjectStore } from './object-store.ts';
import { startPostgresPair } from './postgres-pair.ts';
import { startProcesses } from './processes.ts';
import { PromisesKept } from './promises.ts';

const PROCESSES = 3;
const QUIET_BETWEEN_MS = 6000;
/** Retries of deliveries, leases and missed slots are over by then. */
const SETTLE_MS = 90_000;

/**
 * Three processes on a PostgreSQL with a standby and an object store. Processes are killed and stopped in turn, the
 * database fails over, and tables and functions change, while the service promises rows, deliveries, slots, mails,
 * sessions and files. Prints the outcome of every promise. `npm run test:cluster -- 10` runs for ten minutes.
 */
async function main(minutes: number, place: AsyncDisposableStack): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-cluster-data-'));
  place.defer(() => rm(dataDir, { recursive: true, force: true }));
  const database = place.use(await startPostgresPair());
  const objects = place.use(await startObjectStore());
  const webhooks = place.use(await startWebhookReceiver());
  const mails = place.use(await startMailServer());
  const options = {
    dataDir,
    env: {
      SERVICE_DATABASE_URL: database.url,
      SERVICE_BLOBS_URL: objects.url,
      SERVICE_OUTBOUND_ALLOW: `127.0.0.1:${webhooks.port}`,
      SERVICE_SMTP_URL: mails.url,
      SERVICE_MAIL_FROM: 'service@example.com',
      SERVICE_WEBHOOK_RETRY_MS: '500,1000,2000',
      SERVICE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      SERVICE_LOG_LEVEL: 'warn',
    },
  };
  const processes = place.use(await startProcesses(PROCESSES, options));
  const promises = new PromisesKept(createAnyCaller(processes), { webhooks, mails });
  await promises.prepare();

  const endsAt = Date.now() + minutes * 60_000;
  let isOver = false;
  const work = async (): Promise<void> => {
    while (!isOver) {
      await promises.round();
      await pause(50);
    }
  };
  const working = Promise.all([work(), work()]);
  let isFailedOver = false;
  for (let index = 0; Date.now() < endsAt; index += 1) {
    await pause(QUIET_BETWEEN_MS);
    const signal = index % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
    console.error(`${new Date().toISOString()} ${signal} of process ${index % PROCESSES}`);
    await processes.restart(index % PROCESSES, signal, 1500);
    await promises.change(index);
    if (!isFailedOver && Date.now() > endsAt - minutes * 30_000) {
      isFailedOver = true;
      console.error(`${new Date().toISOString()} the database fails over`);
      await database.failOver();
    }
  }
  isOver = true;
  console.error(`${new Date().toISOString()} quiet, to let what is under way end`);
  await working;
  await pause(SETTLE_MS);
  const findings = await promises.findings();
  printTable(findings);
  return findings.reduce((lost, finding) => lost + finding.lost, 0);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const lost = await cleaningUp((place) => main(Number(process.argv[2] ?? 10), place));
console.log(lost === 0 ? 'Nothing that was acknowledged is lost.' : `${lost} acknowledged things are lost.`);
process.exitCode = lost === 0 ? 0 : 1;
