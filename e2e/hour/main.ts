import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startObjectStore } from '../cluster/object-store.ts';
import { cleaningUp } from '../harness/cleaning-up.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';
import { Callers } from './callers.ts';
import { Disturbances } from './disturbances.ts';
import { type Installation, pause } from './installation.ts';
import { hasDifference, type LedgerFinding, printFindings } from './ledger.ts';
import { startOnCitus } from './on-citus.ts';
import { Outages } from './outages.ts';
import { Places } from './places.ts';
import { prepareProject } from './prepare-project.ts';
import { printFigures } from './print-figures.ts';
import { Rotation } from './rotation.ts';
import { startTwoDatabases } from './two-databases.ts';
import { FilesWork } from './workloads/files.ts';
import { FunctionsWork } from './workloads/functions.ts';
import { OperatorsWork } from './workloads/operators.ts';
import { RowsWork } from './workloads/rows.ts';
import { UsersWork } from './workloads/users.ts';
import { forEachAtOnce, pick, type Work } from './workloads/work.ts';

const PROCESSES = 3;
const AT_ONCE = 6;
/** Projects with a schedule, and one of how many has a webhook. */
const SCHEDULED = 5;
const WEBHOOK_EVERY = 10;
/** How long deliveries, mails and jobs may take after the disturbances. */
const SETTLE_MS = 600_000;
const POLL_MS = 5_000;

interface HourOptions {
  readonly minutes: number;
  readonly count: number;
  readonly isOnCitus: boolean;
  /** The file for what the processes have logged. */
  readonly log: string | undefined;
}

/**
 * Three processes on two databases behind PgBouncer, or on Citus, with an object store and many used projects. Kills,
 * stops and restarts every part and moves projects, and then compares all that was acknowledged with what is there.
 * Resolves with the number of failures that nothing excuses and of differences.
 */
async function main({ minutes, count, isOnCitus, log }: HourOptions, place: AsyncDisposableStack): Promise<number> {
  const [outages, places] = [new Outages(), new Places()];
  const installation = await (isOnCitus ? startOnCitus : startTwoDatabases)(outages, places, place);
  const receiver = place.use(await startWebhookReceiver());
  const mails = place.use(await startMailServer());
  const rotation = await startProcesses({ installation, outages, receiver: receiver.port, mails: mails.url }, place);
  const callers = new Callers(rotation, outages, places);
  await installation.attach(callers);
  const projects = Array.from({ length: count }, (_project, index) => `hour-${index}`);
  const hasWebhook = (project: string): boolean => Number(project.split('-')[1]) % WEBHOOK_EVERY === 0;
  const functions = new FunctionsWork(callers, outages, projects.slice(0, SCHEDULED));
  const operators = new OperatorsWork(callers, installation);
  const rows = new RowsWork(callers, receiver, hasWebhook);
  const users = new UsersWork(callers, mails);
  const works: readonly Work[] = [rows, users, new FilesWork(callers), functions, operators];
  say(`${count} projects on ${installation.description} are made and used`);
  await forEachAtOnce(projects, AT_ONCE, async (id, index) => {
    const hasSchedule = index < SCHEDULED;
    await prepareProject(callers, id, {
      hasSchedule,
      ...(hasWebhook(id) && { receiver: `${receiver.url}/${id}` }),
    });
    operators.add(id);
    for (const work of works) if (work !== operators) await work.once(id);
  });
  // Created by the service itself at its first start.
  operators.add('sample');
  await installation.locate(projects);

  functions.start();
  const disturbances = new Disturbances(installation, rotation, projects);
  say(`everything is disturbed for ${minutes} minutes`);
  const until = performance.now() + minutes * 60_000;
  await Promise.all([
    ...works.map((work) => repeat(work, projects, until)),
    disturbances.endProcesses(until, say),
    disturbances.moveProjects(until),
  ]);
  say('quiet, to let what is under way end');
  await untilSettled(async () => (await functions.unfinished(projects)) + rows.undelivered() + users.unsent());
  const findings: LedgerFinding[] = [];
  for (const work of works) findings.push(...(await work.findings(projects)));
  if (log !== undefined) await writeFile(log, rotation.output());
  printFigures({ callers, outages, disturbances, output: rotation.output() });
  printFindings(findings);
  await installation.requireOnePlace(count);
  return callers.violations.length + rotation.deaths.length + findings.filter(hasDifference).length;
}

async function startProcesses(
  {
    installation,
    outages,
    receiver,
    mails,
  }: {
    readonly installation: Installation;
    readonly outages: Outages;
    readonly receiver: number;
    readonly mails: string;
  },
  place: AsyncDisposableStack,
): Promise<Rotation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-hour-'));
  place.defer(() => rm(dataDir, { recursive: true, force: true }));
  const objects = place.use(await startObjectStore());
  const env = {
    SERVICE_DATABASE_URL: installation.url,
    SERVICE_BLOBS_URL: objects.url,
    SERVICE_OUTBOUND_ALLOW: `127.0.0.1:${receiver}`,
    SERVICE_SMTP_URL: mails,
    SERVICE_MAIL_FROM: 'service@example.com',
    SERVICE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    SERVICE_LOG_LEVEL: 'warn',
  };
  return place.use(await Rotation.start(PROCESSES, { dataDir, env }, outages));
}

async function repeat(work: Work, projects: readonly string[], until: number): Promise<void> {
  while (performance.now() < until) {
    const project = pick(projects);
    if (project !== undefined) await work.once(project);
    await pause(work.pauseMs);
  }
}

async function untilSettled(countUnfinished: () => Promise<number>): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  for (;;) {
    const unfinished = await countUnfinished();
    if (unfinished === 0) return;
    if (performance.now() > deadline) return say(`${unfinished} jobs, deliveries and mails have not ended`);
    await pause(POLL_MS);
  }
}

function say(what: string): void {
  console.error(`${new Date().toISOString()} ${what}`);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    projects: { type: 'string', default: '1000' },
    citus: { type: 'boolean', default: false },
    log: { type: 'string' },
  },
});
const [minutes, count] = [Number(positionals[0] ?? 60), Number(values.projects)];
if (!(minutes > 0) || !Number.isInteger(count) || count <= SCHEDULED) {
  console.error('How many minutes, and projects? npm run test:hour -- 60 --projects 1000, and --citus on Citus');
  process.exit(2);
}
const problems = await cleaningUp((place) => main({ minutes, count, isOnCitus: values.citus, log: values.log }, place));
console.log(problems === 0 ? 'No failure but of what was down, and no difference.' : `${problems} problems.`);
process.exitCode = problems === 0 ? 0 : 1;
