import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiClient, createApiClient, textAt } from '../harness/api-client.ts';
import { ADMIN_TOKEN } from '../harness/service-process.ts';

const NOTES = {
  name: 'notes',
  columns: [
    { name: 'title', type: 'text', required: true },
    { name: 'version', type: 'integer' },
  ],
};
const INSERT = "export default async (ctx) => ctx.data.table('notes').insert({ title: 'called' });";
const INDEX = ['title', 'version'];
/** The larger files are stored in parts. */
const UPLOAD_BYTES = [2_000_000, 12_000_000];
const ABORT_MS_MAX = 300;
const AFTER_FAILURE_MS = 20;

export interface BusyProject {
  /** Ids of the rows whose insert was answered with 201. */
  readonly acknowledged: ReadonlySet<string>;
  /** How often each kind of work was answered with a status below 500. */
  readonly done: ReadonlyMap<string, number>;
  /** Ends all callers. */
  stop(): Promise<void>;
}

/** Callers that use everything that needs the database, also as callers do who hang up. `databases` are moved between. */
export async function startBusyProject(
  url: string,
  { databases, receiver }: { readonly databases: readonly string[]; readonly receiver: string },
): Promise<BusyProject> {
  const cloud = createApiClient(`${url}/api/cloud/projects`, ADMIN_TOKEN);
  await must(cloud.post('', { name: 'Shop', id: 'shop' }));
  await must(cloud.post('/shop/tables', NOTES));
  await must(cloud.call('PUT', '/shop/functions/record', { body: { trigger: 'http', source: INSERT } }));
  const slot = { trigger: 'scheduled', schedule: '* * * * *', source: INSERT };
  await must(cloud.call('PUT', '/shop/functions/tick', { body: slot }));
  await must(cloud.post('/shop/webhooks', { table: 'notes', events: ['insert'], url: receiver }));
  const key = textAt((await must(cloud.post('/shop/keys', { name: 'callers' }))).body, 'data', 'key');
  const project = createApiClient(`${url}/api/baas/shop`, key);
  const acknowledged = new Set<string>();
  const works = { ...worksOf(project, cloud, databases, acknowledged), ...hangUps(url, key) };

  const done = new Map<string, number>();
  let isStopped = false;
  const repeat = async (name: string, work: () => Promise<number>): Promise<void> => {
    while (!isStopped) {
      // An answer that was cut off has no status.
      const status = await work().catch(() => 599);
      if (status < 500) done.set(name, (done.get(name) ?? 0) + 1);
      else await pause(AFTER_FAILURE_MS);
    }
  };
  const callers = Promise.all(Object.entries(works).map(([name, work]) => repeat(name, work)));
  return {
    acknowledged,
    done,
    stop: async () => {
      isStopped = true;
      await callers;
    },
  };
}

type Works = Readonly<Record<string, () => Promise<number>>>;

function worksOf(project: ApiClient, cloud: ApiClient, databases: readonly string[], acknowledged: Set<string>): Works {
  let [moves, isIndexed] = [0, false];
  return {
    insert: async () => {
      const { status, body } = await project.post('/data/notes', { title: randomBytes(8).toString('hex') });
      if (status === 201) acknowledged.add(textAt(body, 'data', 'id'));
      return status;
    },
    list: async () => (await project.get('/data/notes?limit=20')).status,
    'sign-up': async () => {
      const email = `${randomBytes(8).toString('hex')}@example.com`;
      return (await project.post('/auth/signup', { email, password: `${email} horse` })).status;
    },
    call: async () => (await project.post('/functions/record/invoke', {})).status,
    job: async () => (await project.post('/functions/record/later', {})).status,
    index: async () => {
      const change = isIndexed ? { drop_indexes: [INDEX] } : { add_indexes: [{ columns: INDEX }] };
      const { status } = await cloud.patch('/shop/tables/notes', change);
      if (status < 300) isIndexed = !isIndexed;
      return status;
    },
    backup: async () => (await cloud.post('/shop/backups', {})).status,
    move: async () => {
      moves += 1;
      return (await cloud.post('/shop/move', { database: databases[moves % databases.length] })).status;
    },
  };
}

/** Every second call ends at a moment chosen at random, while the body is sent or the answer arrives. */
function hangUps(url: string, key: string): Works {
  const until = (): AbortSignal | null =>
    Math.random() < 0.5 ? null : AbortSignal.timeout(Math.floor(Math.random() * ABORT_MS_MAX));
  const upload = async (bytes: number): Promise<number> => {
    const body = new FormData();
    body.append('file', new Blob([Buffer.alloc(bytes, 1)]), 'file.bin');
    const headers = { authorization: `Bearer ${key}` };
    const init = { method: 'POST', headers, body, signal: until() };
    return (await fetch(`${url}/api/baas/shop/storage/upload`, init)).status;
  };
  const uploads = UPLOAD_BYTES.map((bytes) => [`upload of ${bytes} bytes`, () => upload(bytes)] as const);
  return {
    ...Object.fromEntries(uploads),
    export: async () => {
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
      const answer = await fetch(`${url}/api/cloud/projects/shop/backup`, { headers, signal: until() });
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}

async function must<Answer extends { readonly status: number; readonly text: string }>(
  asked: Promise<Answer>,
): Promise<Answer> {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
}
