import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { getPriority, hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../logger.ts';
import type { Holding } from './confinement.ts';
import { createConfinement, ProcessPool } from './index.ts';

const SERVE = new URL('serve-orders.ts', import.meta.url).href;
/** Does what it is told with all that Node has: stands for a decoder that was taken over. */
const PLANTED = `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { spawn } from 'node:child_process';
  import { connect } from 'node:net';
  import { serveOrders } from '${SERVE}';
  const tried = async (work) => { try { return String(await work()) } catch (error) { return 'refused: ' + error.code } };
  serveOrders(async ({ does, path, port, size }) => {
    if (does === 'die') process.exit(3);
    if (does === 'flee') return { head: spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).pid };
    if (does === 'hang') for (;;);
    if (does === 'talk') { process.stdout.write(Buffer.alloc(64, 255)); await new Promise(() => {}); }
    if (does === 'give') return { head: {}, body: Buffer.alloc(size, 1) };
    if (does === 'status') return { head: readFileSync('/proc/self/status', 'utf8') };
    if (does === 'read') return { head: await tried(() => readFileSync(path)) };
    if (does === 'write') return { head: await tried(() => writeFileSync(path, 'x')) };
    return { head: await tried(() => new Promise((resolve, reject) => connect(port, '127.0.0.1', resolve).on('error', reject))) };
  });`;

let folder: string;
let dataDir: string;
const confinement = createConfinement(silentLogger);
let pool: ProcessPool;
let port: number;
const neighbour = createServer((socket) => void socket.destroy());

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confinement-'));
  // Its user must be able to read the program, as that of the service can be read.
  await (await import('node:fs/promises')).chmod(folder, 0o755);
  dataDir = join(folder, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(join(dataDir, 'control.db'), 'secret', { mode: 0o600 });
  await writeFile(join(folder, 'planted.mjs'), PLANTED);
  pool = poolOf('planted children');
  port = await new Promise((resolve) => {
    neighbour.listen(0, '127.0.0.1', () => resolve(Number(Object(neighbour.address()).port)));
  });
});
afterAll(async () => {
  await pool.close();
  await confinement.close();
  neighbour.close();
  await rm(folder, { recursive: true, force: true });
});

function poolOf(name: string): ProcessPool {
  const planted = pathToFileURL(join(folder, 'planted.mjs'));
  return new ProcessPool({
    confinement,
    name,
    bundled: planted,
    source: planted,
    heapMegabytes: 64,
    dataKilobytesMax: 1024 * 1024,
    answerLimits: { headBytesMax: 10_000, bodyBytesMax: 1_000_000 },
    orderMsMax: 20_000,
    atOnceMax: 2,
    atOncePerGroupMax: 1,
    waitingMax: 10,
    waitingPerGroupMax: 5,
    tooMany: 'Too many.',
  });
}

const order = (told: object, group = 'p_a') => pool.run(group, async (worker) => (await worker.ask(told))?.head);
/** Whether the machine gives the feature; what it does not give is said, and nothing is promised then. */
const has = (feature: string) => !confinement.missingFeatures().some((sentence) => sentence.startsWith(feature));

describe.runIf(process.platform === 'linux')('a planted child', () => {
  it('cannot read the data folder of the service', async () => {
    const read = await order({ does: 'read', path: join(dataDir, 'control.db') });
    expect(has('own-user') ? read : 'refused: EACCES').toBe('refused: EACCES');
    expect(await readFile(join(dataDir, 'control.db'), 'utf8')).toBe('secret');
  });

  it('cannot reach a socket of this machine', async () => {
    const reached = await order({ does: 'connect', port });
    expect(has('no-network') ? reached : 'refused: ENETUNREACH').toMatch(/^refused: (ENETUNREACH|ECONNREFUSED)$/);
  });

  it.each(['/tmp/planted', '/dev/shm/planted'])('cannot write %s', async (path) => {
    // The limit ends a process that writes; whatever the answer, nothing was written.
    await order({ does: 'write', path }).catch(() => undefined);
    const written = await stat(path).catch(() => undefined);
    await rm(path, { force: true });
    expect(written?.size ?? 0).toBe(0);
  });

  it('leaves nothing behind that has its user, also of what fled from its group', async () => {
    const pid = Number(await order({ does: 'flee' }));
    // A process that has ended may stay in the list until its parent looks.
    const isAlive = async () => /\) [^ZX] /.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));
    expect(await isAlive()).toBe(true);
    await pool.close();
    pool = poolOf('planted children');
    if (has('own-user')) await expect.poll(isAlive).toBe(false);
    else process.kill(pid);
  });

  it('has no rights, and no way to more', async () => {
    const status = String(await order({ does: 'status' }));
    if (has('own-user')) expect(status).toMatch(/Uid:\s+5[2-9]\d{3}\b/);
    if (has('own-user')) expect(status).toMatch(/CapEff:\s+0+\n/);
    if (has('own-user')) expect(status).toMatch(/CapBnd:\s+0+\n/);
    if (has('no-new-privileges')) expect(status).toMatch(/NoNewPrivs:\s+1/);
  });
});

describe('a confined worker', () => {
  it('gives bytes', async () => {
    const answer = await pool.run('p_a', (worker) => worker.ask({ does: 'give', size: 300_005 }));
    expect(answer?.body.equals(Buffer.alloc(300_005, 1))).toBe(true);
  });

  it('reads the file that it is lent, which no other reads, and which is gone afterwards', async () => {
    const path = await pool.run('p_a', async (worker) => {
      const file = worker.lend();
      await writeFile(file.path, 'lent', { flag: 'wx', mode: 0o600 });
      await file.hand();
      expect((await worker.ask({ does: 'read', path: file.path }))?.head).toBe('lent');
      const other = await order({ does: 'read', path: file.path }, 'p_b');
      expect(has('own-user') ? other : 'refused: EACCES').toBe('refused: EACCES');
      await file.takeBack();
      return file.path;
    });
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.runIf(process.platform === 'linux')('gives way, also where sessions are weighed against each other', async () => {
    const weight = () => order({ does: 'read', path: '/proc/self/autogroup' });
    if (String(await weight()) !== 'refused: ENOENT') await expect.poll(weight).toContain('nice 10');
    expect(
      String(await order({ does: 'read', path: '/proc/self/stat' }))
        .split(') ')[1]
        ?.split(' ')[16],
    ).toBe(String(Math.max(10, getPriority())));
  });

  it.each(['die', 'talk'])('that goes wrong (%s) answers nothing, and the next order is obeyed', async (does) => {
    expect(await order({ does })).toBeUndefined();
    expect(String(await order({ does: 'read', path: '/proc/self/cmdline' }))).toContain('planted');
  });

  it('of one project, however busy, leaves a place to the next', async () => {
    const hangs = order({ does: 'hang' }, 'p_busy');
    const queued = order({ does: 'hang' }, 'p_busy');
    expect(String(await order({ does: 'read', path: '/proc/self/cmdline' }, 'p_next'))).toContain('planted');
    const unwanted = expect(Promise.allSettled([hangs, queued])).resolves.toHaveLength(2);
    await pool.close();
    await unwanted;
    pool = poolOf('planted children');
  });
});

describe('folders in the temporary directory', () => {
  it('that a killed service left go when the next one starts, and those of others stay', async () => {
    const { createHash } = await import('node:crypto');
    const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
    // No process has this number, and the second is that of a machine which shares the directory.
    const left = await mkdtemp(join(tmpdir(), `fn-${machine}-99999999-`));
    const foreign = await mkdtemp(join(tmpdir(), 'fn-00000000-99999999-'));
    await mkdir(join(left, '0'));
    const other = createConfinement(silentLogger);
    const held = await other.hold({
      name: 'tests',
      probe: ['true'],
      limits: { dataKilobytes: 1, mayWriteFiles: true },
    });
    const sandbox = await held.openSandbox();
    const names = await readdir(tmpdir());
    expect(names).not.toContain(basename(left));
    expect(names).toContain(basename(foreign));
    await sandbox.close();
    await other.close();
    await rm(foreign, { recursive: true });
  });
});

describe('users of processes', () => {
  it.runIf(process.platform === 'linux')(
    'are left by what a killed service started, before anybody has them next',
    async () => {
      const holding: Holding = { name: 'tests', probe: ['true'], limits: { dataKilobytes: 1, mayWriteFiles: true } };
      const killed = createConfinement(silentLogger);
      const sandbox = await (await killed.hold(holding)).openSandbox();
      const uid = Number(/--reuid (\d+)/.exec(sandbox.command(['true']).join(' '))?.[1] ?? 'NaN');
      // Its last user is one that its successor does not need for long.
      const left = spawn('sleep', ['60'], has('own-user') ? { uid: uid + 399 } : {});
      const ended = once(left, 'exit');
      await once(left, 'spawn');
      await sandbox.close();
      await killed.close();
      const next = createConfinement(silentLogger);
      await next.hold(holding);
      if (!has('own-user')) left.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      await next.close();
    },
  );

  it('are never those of another service on the machine', async () => {
    const commands: string[] = [];
    const services = [createConfinement(silentLogger), createConfinement(silentLogger)];
    for (const service of services) {
      const held = await service.hold({
        name: 'tests',
        probe: ['true'],
        limits: { dataKilobytes: 1, mayWriteFiles: true },
      });
      const sandbox = await held.openSandbox();
      commands.push(/--reuid (\d+)/.exec(sandbox.command(['true']).join(' '))?.[1] ?? '');
    }
    // Who is told to stop twice stops once.
    for (const service of [...services, ...services]) await service.close();
    expect(new Set(commands).size).toBe(has('own-user') ? 2 : 1);
  });
});

it.runIf(process.platform === 'linux')(
  'a process that somebody waits for gives way in part at first, and then to all others',
  async () => {
    const limits = { dataKilobytes: 1024 * 1024, mayWriteFiles: false };
    const held = await confinement.hold({ name: 'sleepers', probe: ['sleep', '0'], limits });
    const sandbox = await held.openSandbox();
    const [command, ...args] = sandbox.command(['sleep', '60']);
    const child = spawn(command, args, { stdio: 'ignore' });
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    try {
      sandbox.started(pid, 60_000);
      expect(getPriority(pid)).toBe(Math.max(10, getPriority()));
      sandbox.started(pid, 1);
      await expect.poll(() => getPriority(pid)).toBe(19);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await sandbox.close();
    }
  },
);
