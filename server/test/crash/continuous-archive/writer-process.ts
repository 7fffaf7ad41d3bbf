import { createHash, randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { createBlobStore } from '../../../src/blobs/index.ts';
import { createConfig } from '../../../src/config/index.ts';
import { createInstanceArchive } from '../../../src/continuous-archive/index.ts';
import type { PlainStep, StoreName } from '../../../src/database/database.ts';
import { createDatabase } from '../../../src/database/index.ts';
import type { Value } from '../../../src/database/statement.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createIds } from '../../../src/platform/ids.ts';
import { silentLogger } from '../../../src/platform/logger.ts';
import type { Report } from './ledger.ts';
import { CLIENTS, PROJECTS, SECONDS, type WriterOrder } from './writer-order.ts';

const STDOUT = 1;
const PAUSE_MS_MAX = 12;
/** A transaction of this many bytes makes the log long enough for a checkpoint at the next pause. */
const LARGE_BYTES = 1_200_000;
const LARGE_EVERY = 90;
const FILE_EVERY = 40;
/** Longer than it takes until an idle log is copied back. */
const IDLE_MS = 500;
const LAG_EVERY_MS = 100;
const TABLES = [
  'CREATE TABLE ledger (client INTEGER, number INTEGER, part INTEGER, filler TEXT, PRIMARY KEY (client, number, part)) STRICT',
  'CREATE INDEX ledger_filler ON ledger (filler)',
  'CREATE TABLE ends (client INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT',
];

/**
 * The engine and the archive of the service without HTTP. Writes numbered transactions until it is killed, or until SIGTERM, and reports on
 * standard output what it did and when (`Report` in `ledger.ts`).
 */
const order = JSON.parse(process.argv[2] ?? '') as WriterOrder;
const { dataDir, placeUrl, passphrase, settles, replaces } = order;
const config = createConfig({
  mode: 'production',
  dataDir,
  adminToken: randomBytes(20).toString('hex'),
  archiveUrl: placeUrl,
  archiveSeconds: String(SECONDS),
  archiveDays: '1',
  ...(passphrase === null ? {} : { archivePassphrase: passphrase }),
});
const archive = createInstanceArchive(config, silentLogger);
if (archive === undefined) throw new Error('the writer needs an archive');
const database = await createDatabase({
  url: undefined,
  directory: dataDir,
  clock: systemClock,
  archive: archive.logs,
});
const blobs = archive.archiveBlobs(createBlobStore({ config: { kind: 'disk' }, dataDir }));
const createId = createIds(systemClock);
let isEnding = false;

const rows = await database.query('control', { text: 'SELECT id, store FROM projects', values: [] });
const stores = new Map(rows.map((row) => [String(row['id']), String(row['store']) as StoreName]));
for (const project of PROJECTS) {
  const store = stores.get(project);
  if (store === undefined) await replaceStore(project);
  else await reportEnds(project, store);
}
say({ kind: 'ready' });
// A killed process leaves none for the next one.
flushCompileCache();
void reportLag();
process.once('SIGTERM', () => {
  isEnding = true;
});
const writing = PROJECTS.flatMap((project) => Array.from({ length: CLIENTS }, (_, client) => write(project, client)));
if (settles) void settle();
if (replaces) writing.push(replaceLater());
// The service closes the archive when all writes have ended.
await Promise.all(writing);
await archive.close();
await blobs.close();
await database.close();
say({ kind: 'closed' });

async function write(project: string, client: number): Promise<void> {
  while (!isEnding) {
    const store = stores.get(project) ?? 'control';
    const number = (await endOf(store, client)) + 1;
    for (let next = number; !isEnding && stores.get(project) === store; next += 1) {
      const isLarge = next % LARGE_EVERY === 0;
      await writeOne(store, client, { number: next, isLarge, hasFile: next % FILE_EVERY === 1 });
      await pause(isLarge ? IDLE_MS : Math.random() * PAUSE_MS_MAX);
    }
  }
}

async function writeOne(
  store: StoreName,
  client: number,
  { number, isLarge, hasFile }: { readonly number: number; readonly isLarge: boolean; readonly hasFile: boolean },
): Promise<void> {
  const sentMs = Date.now();
  const filler = randomBytes(isLarge ? LARGE_BYTES / 4 : 20 + Math.random() * 300).toString('hex');
  const steps = [0, 1].map((part) =>
    plain('INSERT INTO ledger (client, number, part, filler) VALUES (?, ?, ?, ?)', [client, number, part, filler]),
  );
  steps.push(plain('INSERT OR REPLACE INTO ends (client, number) VALUES (?, ?)', [client, number]));
  const file = hasFile ? await putFile(store) : undefined;
  if (file !== undefined) steps.push(file.step);
  try {
    await database.write(store, steps);
  } catch (error) {
    if (![...stores.values()].includes(store)) return;
    throw error;
  }
  if (file !== undefined) blobs.confirm(file.key);
  say({ kind: 'row', store, client, number, sentMs, ackMs: Date.now(), file: file?.key.id ?? null });
}

async function putFile(store: StoreName) {
  const id = createId();
  const bytes = randomBytes(3000);
  const key = { group: store, id };
  await blobs.put(
    key,
    (async function* one() {
      yield bytes;
    })(),
  );
  const now = new Date().toISOString();
  const step = plain(
    `INSERT INTO _files (id, created_at, updated_at, name, path, size, mime_type, visibility, checksum_sha256, metadata)
      VALUES (?, ?, ?, 'a', 'a', ?, 'text/plain', 'private', ?, '{}')`,
    [id, now, now, bytes.length, createHash('sha256').update(bytes).digest('hex')],
  );
  return { key, step };
}

/** As a restore does: the project gets a new store, and its former one is deleted. */
async function replaceStore(project: string): Promise<void> {
  const former = stores.get(project);
  const store: StoreName = `p_${randomBytes(16).toString('hex')}`;
  await database.write(
    store,
    TABLES.map((text) => plain(text)),
    { exclusive: true },
  );
  const sentMs = Date.now();
  const now = new Date(sentMs).toISOString();
  const change =
    former === undefined
      ? plain(
          `INSERT INTO projects (id, store, name, plan, public_key, allowed_origins, settings, version, created_at, updated_at)
            VALUES (?, ?, ?, 'free', ?, '[]', '{}', 1, ?, ?)`,
          [project, store, project, project, now, now],
        )
      : plain('UPDATE projects SET store = ? WHERE id = ?', [store, project]);
  await database.write('control', [change]);
  stores.set(project, store);
  say({ kind: 'store', project, store, sentMs, ackMs: Date.now() });
  if (former !== undefined) await database.drop(former);
}

async function replaceLater(): Promise<void> {
  await pause(300 + Math.random() * 1500);
  if (!isEnding) await replaceStore(PROJECTS[0] ?? '');
}

async function settle(): Promise<void> {
  while (!isEnding) {
    await pause(Math.random() * 800);
    const moments = isEnding ? undefined : await archive?.moments();
    if (moments !== undefined) say({ kind: 'settled', ...moments, atMs: Date.now() });
  }
}

/** Says nothing before the archive is complete: until then a recovery has an earlier generation, or nothing. */
async function reportLag(): Promise<void> {
  while (!isEnding) {
    const atMs = Date.now();
    const lagMs = 1000 * (archive?.status().lag_seconds ?? 0);
    const { fromMs, toMs } = archive?.figures() ?? {};
    if (fromMs !== undefined && toMs !== undefined) say({ kind: 'lag', atMs, lagMs, fromMs });
    await pause(LAG_EVERY_MS);
  }
}

async function endOf(store: StoreName, client: number): Promise<number> {
  const [row] = await database.query(store, { text: 'SELECT number FROM ends WHERE client = ?', values: [client] });
  return Number(row?.['number'] ?? 0);
}

async function reportEnds(project: string, store: StoreName): Promise<void> {
  for (let client = 0; client < CLIENTS; client += 1) {
    say({ kind: 'end', project, store, client, number: await endOf(store, client) });
  }
}

function plain(text: string, values: readonly Value[] = []): PlainStep {
  return { kind: 'plain', statement: { text, values } };
}

/** Unbuffered, so that reported lines survive when the process is killed. */
function say(report: Report): void {
  writeSync(STDOUT, `${JSON.stringify(report)}\n`);
}
