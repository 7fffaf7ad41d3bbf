import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConfinement } from '../../../test/open-confinement.ts';
import { silentLogger } from '../logger.ts';
import type { ConfinedProgram } from './confinement.ts';
import { endProcessesOf } from './end-processes.ts';
import { CannotStart, defaultIsolation, ProcessPool } from './index.ts';
import { createProcessMark } from './process-mark.ts';

const SERVE = new URL('serve-orders.ts', import.meta.url).href;
/** Runs any command with the full Node API, like a compromised decoder. */
const PLANTED = `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { execFile, spawn } from 'node:child_process';
  import { connect } from 'node:net';
  import { serveOrders } from '${SERVE}';
  const tried = async (work) => { try { return String(await work()) } catch (error) { return 'refused: ' + error.code } };
  serveOrders(async ({ does, path, port, size }) => {
    if (does === 'die') process.exit(3);
    if (does === 'flee') return { head: spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).pid };
    if (does === 'hang') for (;;);
    if (does === 'sleep') await new Promise((resolve) => setTimeout(resolve, 60_000));
    if (does === 'talk') { process.stdout.write(Buffer.alloc(64, 255)); await new Promise(() => {}); }
    if (does === 'give') return { head: {}, body: Buffer.alloc(size, 1) };
    if (does === 'status') return { head: readFileSync('/proc/self/status', 'utf8') };
    if (does === 'read') return { head: await tried(() => readFileSync(path)) };
    if (does === 'write') return { head: await tried(() => writeFileSync(path, 'x')) };
    return { head: await tried(() => new Promise((resolve, reject) => connect(port, '127.0.0.1', resolve).on('error', reject))) };
  });`;

const PROGRAMS = ['/bin/sh', '/bin/ls', '/bin/cat', '/bin/true', '/bin/sleep', '/usr/bin/true', '/usr/bin/sleep'];
const TESTS: ConfinedProgram = {
  name: 'tests',
  probe: { command: ['true'] },
  files: async () => ({ files: PROGRAMS, folders: [] }),
  limits: { dataKilobytes: 100_000, mayWriteFiles: true },
};
let folder: string;
let dataDir: string;
const confinement = openConfinement();
let pool: ProcessPool;
let port: number;
const neighbour = createServer((socket) => void socket.destroy());

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confinement-'));
  // The process user must be able to read the program, as all users can read the service's program.
  await chmod(folder, 0o755);
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
  await confinement[Symbol.asyncDispose]();
  neighbour.close();
  await rm(folder, { recursive: true, force: true });
});

function poolOf(name: string, program = 'planted.mjs'): ProcessPool {
  const planted = pathToFileURL(join(folder, program));
  return new ProcessPool({
    confinement,
    machineErrorCode: 'unavailable',
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
/** Whether the machine has the feature. The service reports missing features and promises nothing for them. */
const has = (feature: string) => !confinement.missingFeatures().some((sentence) => sentence.startsWith(feature));

describe.runIf(process.platform === 'linux')('a planted child', () => {
  it('cannot read the data folder of the service', async () => {
    const read = await order({ does: 'read', path: join(dataDir, 'control.db') });
    expect(has('own-user') ? read : 'refused: EACCES').toBe('refused: EACCES');
    expect(await readFile(join(dataDir, 'control.db'), 'utf8')).toBe('secret');
  });

  it.each(['/etc/passwd', '/usr/bin/env', '/proc/1/status', '/proc/version', '../lock'])(
    'finds no %s, because it sees only its program and its folder',
    async (path) => {
      const read = await order({ does: 'read', path });
      expect(has('own-files') ? read : 'refused: ENOENT').toMatch(/^refused: (ENOENT|EACCES)$/);
    },
  );

  it('cannot reach a socket of this machine', async () => {
    const reached = await order({ does: 'connect', port });
    expect(has('no-network') ? reached : 'refused: ENETUNREACH').toMatch(/^refused: (ENETUNREACH|ECONNREFUSED)$/);
  });

  it.each(['/tmp/planted', '/dev/shm/planted'])('cannot write %s', async (path) => {
    // The limit may end a process that writes; either way it must write nothing.
    await order({ does: 'write', path }).catch(() => undefined);
    const written = await stat(path).catch(() => undefined);
    await rm(path, { force: true });
    expect(written?.size ?? 0).toBe(0);
  });

  it('leaves no process with its user behind, not even one that left its process group', async () => {
    const pid = Number(await order({ does: 'flee' }));
    // A process that has ended may stay in the list until its parent collects it.
    const isAlive = async () => /\) [^ZX] /.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));
    expect(await isAlive()).toBe(true);
    await pool.close();
    pool = poolOf('planted children');
    if (has('own-user')) await expect.poll(isAlive).toBe(false);
    else process.kill(pid);
  });

  it('has no privileges and cannot gain any', async () => {
    const status = String(await order({ does: 'status' }));
    if (has('own-user')) expect(status).toMatch(/Uid:\s+(3[6-9]|4\d|5[01])\d{3}\b/);
    if (has('own-user')) expect(status).toMatch(/CapEff:\s+0+\n/);
    if (has('own-user')) expect(status).toMatch(/CapBnd:\s+0+\n/);
    if (has('no-new-privileges')) expect(status).toMatch(/NoNewPrivs:\s+1/);
  });
});

it('logs nothing about a program that is tried out while the service stops', async () => {
  const lines: string[] = [];
  const log = (_: object, text: string): void => void lines.push(text);
  const stopping = openConfinement({ logger: { ...silentLogger, warn: log, error: log } });
  const trying = stopping.tryOut(TESTS).catch((error: unknown) => error);
  await stopping[Symbol.asyncDispose]();
  expect(await trying).toBeInstanceOf(CannotStart);
  expect(lines).toEqual([]);
});

describe('a confined worker', () => {
  it('returns bytes', async () => {
    const answer = await pool.run('p_a', (worker) => worker.ask({ does: 'give', size: 300_005 }));
    expect(answer?.body.equals(Buffer.alloc(300_005, 1))).toBe(true);
  });

  it('reads the file lent to it, which no other process can read and which is deleted afterwards', async () => {
    const path = await pool.run('p_a', async (worker) => {
      const file = worker.lend();
      await writeFile(file.path, 'lent', { flag: 'wx', mode: 0o600 });
      await file.hand();
      expect((await worker.ask({ does: 'read', path: file.processPath }))?.head).toBe('lent');
      const other = await order({ does: 'read', path: file.processPath }, 'p_b');
      expect(has('own-user') ? other : 'refused: EACCES').toBe('refused: EACCES');
      await file.takeBack();
      return file.path;
    });
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.runIf(process.platform === 'linux')(
    'gets a low priority, even where the kernel schedules sessions as groups',
    async () => {
      const weight = () => order({ does: 'read', path: '/proc/self/autogroup' });
      if (String(await weight()) !== 'refused: ENOENT') await expect.poll(weight).toContain('nice 10');
      expect(
        String(await order({ does: 'read', path: '/proc/self/stat' }))
          .split(') ')[1]
          ?.split(' ')[16],
      ).toBe(String(Math.max(10, getPriority())));
    },
  );

  it.each(['die', 'talk'])('that fails (%s) gives no answer, and the next task works', async (does) => {
    expect(await order({ does })).toBeUndefined();
    expect(String(await order({ does: 'read', path: '/proc/self/cmdline' }))).toContain('planted');
  });

  it('of one busy project leaves a slot to other projects', async () => {
    const hangs = order({ does: 'hang' }, 'p_busy');
    const queued = order({ does: 'hang' }, 'p_busy');
    expect(String(await order({ does: 'read', path: '/proc/self/cmdline' }, 'p_next'))).toContain('planted');
    const unwanted = expect(Promise.allSettled([hangs, queued])).resolves.toHaveLength(2);
    await pool.close();
    await unwanted;
    pool = poolOf('planted children');
  });
});

describe('process folders', () => {
  const made = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('fn-'));

  it('that a killed service left are deleted at the next start, and those of a running one stay', async () => {
    await using living = openConfinement();
    const kept = await (await living.hold(TESTS)).openSandbox();
    // Simulates the folder of a process that died before it could delete it.
    const left = await mkdtemp(join(living.dataDir, 'fn-'));
    await mkdir(join(left, '0'));
    await using next = openConfinement({ dataDir: living.dataDir });
    await (await (await next.hold(TESTS)).openSandbox()).close();
    expect(made(living.dataDir)).not.toContain(basename(left));
    expect((await stat(kept.folder)).isDirectory()).toBe(true);
    await kept.close();
  });

  it('are recreated when they were deleted', async () => {
    await using own = openConfinement();
    const held = await own.hold(TESTS);
    await (await held.openSandbox()).close();
    for (const name of made(own.dataDir)) await rm(join(own.dataDir, name), { recursive: true });
    const sandbox = await held.openSandbox();
    expect((await stat(sandbox.folder)).isDirectory()).toBe(true);
    await sandbox.close();
    expect(own.problems()).toEqual([]);
  });

  it('are not recreated by a service that stops', async () => {
    await using own = openConfinement();
    const held = await own.hold(TESTS);
    for (const name of made(own.dataDir)) await rm(join(own.dataDir, name), { recursive: true });
    const opening = Promise.allSettled([held.openSandbox()]);
    await own.close();
    expect(await opening).toMatchObject([{ status: 'rejected', reason: expect.any(CannotStart) }]);
    await expect(own.hold({ ...TESTS, name: 'late' })).rejects.toThrow(CannotStart);
    expect(made(own.dataDir)).toEqual([]);
  });

  it('work at any path: in a closed directory, and with a path too long for a socket', async () => {
    const dataDir = join(folder, 'x'.repeat(120));
    await using own = openConfinement({ dataDir });
    const sandbox = await (await own.hold(TESTS)).openSandbox();
    const socket = join(sandbox.socketFolder, 'out');
    expect(socket.length).toBeLessThan(100);
    const listening = createServer();
    await new Promise<void>((resolve) => listening.listen(socket, resolve));
    await sandbox.hand(socket);
    const [command, ...args] = sandbox.command(['/bin/sh', '-c', 'ls && echo mine > new && cat new']);
    const { stdout } = await promisify(execFile)(command, args, { cwd: sandbox.folder, env: {} });
    expect(stdout).toBe('out\nmine\n');
    listening.close();
    await sandbox.close();
  });
});

describe.runIf(process.platform === 'linux')('process users', () => {
  const uidOf = (command: readonly string[]) => Number(/--reuid (\d+)/.exec(command.join(' '))?.[1] ?? 'NaN');
  /** Runs a process under a process user; the test ends it if nothing else does. */
  const spawnAs = async (uid: number, environment: string) => {
    const [name = '', value = ''] = environment.split('=');
    const child = spawn('sleep', ['60'], { env: { [name]: value }, ...(has('own-user') && { uid }) });
    const ended = once(child, 'exit');
    await once(child, 'spawn');
    return { child, ended };
  };
  /** The mark of a service that has ended, on the same data directory. */
  const markOfEnded = (variable: string) => variable.replace(/-(\d+)-(\d+)$/, '-999999-$2');

  it('are free of the processes of a killed service before the next one uses them', async () => {
    await using next = openConfinement();
    const { variable } = await createProcessMark(next.dataDir);
    const left = await spawnAs(36_399, markOfEnded(variable));
    await (await (await next.hold(TESTS)).openSandbox()).close();
    if (!has('own-user')) left.child.kill('SIGKILL');
    expect(await left.ended).toEqual([null, 'SIGKILL']);
  });

  it.each([
    ['is not marked', () => 'NOTHING=1'],
    ['belongs to another data directory', (variable: string) => markOfEnded(variable.replace('=', '=9'))],
    ['belongs to a living service', (variable: string) => variable],
  ])('are not taken while another process that %s has one, and that process continues', async (_, environment) => {
    await using one = openConfinement();
    const { variable } = await createProcessMark(one.dataDir);
    const foreign = await spawnAs(36_000, environment(variable));
    const sandbox = await (await one.hold(TESTS)).openSandbox();
    const uid = uidOf(sandbox.command(['true']));
    if (has('own-user')) expect(uid).toBeGreaterThanOrEqual(36_400);
    await sandbox.close();
    expect(foreign.child.exitCode ?? foreign.child.signalCode).toBeNull();
    foreign.child.kill('SIGKILL');
    await foreign.ended;
  });

  it.runIf(process.getuid?.() === 0)('are not reused while a process that is not provably ours has one', async () => {
    const lines: unknown[] = [];
    const logger = { ...silentLogger, error: (...line: unknown[]) => void lines.push(line) };
    await using own = openConfinement({ logger });
    const held = await own.hold(TESTS);
    const sandbox = await held.openSandbox();
    const uid = uidOf(sandbox.command(['true']));
    const foreign = await spawnAs(uid, 'NOTHING=1');
    await sandbox.close();
    expect(JSON.stringify(lines)).toContain(`{"uid":${uid}}`);
    const next = await held.openSandbox();
    expect(uidOf(next.command(['true']))).not.toBe(uid);
    await next.close();
    foreign.child.kill('SIGKILL');
    await foreign.ended;
    expect(await endProcessesOf(uid, () => false)).toBe(true);
  });

  it('are never shared with another service on the machine', async () => {
    await using one = openConfinement();
    await using other = openConfinement();
    const uids = [];
    for (const service of [one, other]) {
      const sandbox = await (await service.hold(TESTS)).openSandbox();
      uids.push(uidOf(sandbox.command(['true'])));
    }
    expect(new Set(uids).size).toBe(has('own-user') ? 2 : 1);
    // A second stop changes nothing.
    await one.close();
  });
});

describe('required isolation', () => {
  it('refuses to start where process users cannot run the program, and says why', async () => {
    const lines: unknown[] = [];
    const logger = { ...silentLogger, error: (...line: unknown[]) => void lines.push(line) };
    await using own = openConfinement({ isolation: 'required', logger });
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const program = join(closed, 'program');
    await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
    const holding = { ...TESTS, probe: { command: [program] } };
    await expect(own.hold(holding)).rejects.toThrow(CannotStart);
    expect(own.problems()).toEqual([expect.stringMatching(/^SERVICE_ISOLATION is required: tests are not started/)]);
    expect(lines).toHaveLength(1);
    await chmod(closed, 0o755);
    await own.retry();
    expect(own.problems()).toHaveLength(has('own-user') ? 0 : 1);
  });

  it('is not required on a development machine whose folders other users cannot enter', async () => {
    await using own = openConfinement({ isolation: 'where_possible' });
    const closed = join(folder, 'mine');
    await mkdir(closed, { mode: 0o700 });
    const program = join(closed, 'program');
    await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
    if (!has('own-user')) return;
    await (await (await own.hold({ ...TESTS, probe: { command: [program] } })).openSandbox()).close();
    expect(own.missingFeatures().join()).toContain('own-user');
  });

  it('is the default, except in development where the machine lacks it', () => {
    const isPossible = process.platform === 'linux' && process.getuid?.() === 0;
    expect(defaultIsolation('production')).toBe('required');
    expect(defaultIsolation('development')).toBe(isPossible ? 'where_possible' : 'best_effort');
  });
});

describe('a task that the machine fails', () => {
  const pidOf = async () => Number(/^Pid:\s+(\d+)/m.exec(String(await order({ does: 'status' })))?.[1]);

  it.runIf(process.platform === 'linux').each(['SIGKILL', 'SIGTERM'] as const)(
    'answers unavailable, not refused, when %s ended its process',
    async (signal) => {
      const pid = await pidOf();
      const hanging = order({ does: 'sleep' });
      const unavailable = expect(hanging).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
      process.kill(pid, signal);
      await unavailable;
    },
  );

  it('answers unavailable when its process never started', async () => {
    const broken = poolOf('broken children', 'missing.mjs');
    await expect(broken.run('p_a', (worker) => worker.ask({}))).rejects.toMatchObject({ code: 'unavailable' });
    await broken.close();
  });
});

it.runIf(process.platform === 'linux')(
  'a process with a waiting caller loses some priority at first, and then all of it',
  async () => {
    const limits = { dataKilobytes: 1024 * 1024, mayWriteFiles: false };
    const held = await confinement.hold({
      name: 'sleepers',
      probe: { command: ['sleep', '0'] },
      files: TESTS.files,
      limits,
    });
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
