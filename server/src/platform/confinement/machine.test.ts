import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLogger } from '../logger.ts';
import { openMachine } from './machine.ts';

test('a place that cannot be removed is reported, and does not fail the end of its process', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'machine-'));
  const errors: object[] = [];
  const machine = await openMachine(dataDir, { ...silentLogger, error: (fields) => errors.push(fields) });
  const place = await machine.takePlace();
  await rm(place.folder.parent, { recursive: true });
  await writeFile(place.folder.parent, 'no folder');
  await place.giveBack();
  expect(errors).toMatchObject([{ err: { code: 'ENOTDIR' } }]);
  await machine.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('no process gets the user of another before the files of that one are gone', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'machine-'));
  const machine = await openMachine(dataDir, silentLogger);
  const former = await machine.takePlace();
  for (let n = 0; n < 3000; n += 1) await writeFile(join(former.folder.path, String(n)), 'secret');
  let isGivenBack = false;
  const givingBack = former.giveBack().then(() => {
    isGivenBack = true;
  });
  const heirs: boolean[] = [];
  while (!isGivenBack) {
    const next = await machine.takePlace();
    heirs.push(next.uid === former.uid && existsSync(former.folder.path));
    await next.giveBack();
  }
  await givingBack;
  expect(heirs).not.toContain(true);
  await machine.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('a place that could not be cleaned up is tried again when no other user is left', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'machine-'));
  const machine = await openMachine(dataDir, silentLogger);
  const former = await machine.takePlace();
  const { parent } = former.folder;
  await rename(parent, `${parent}-aside`);
  await writeFile(parent, 'no folder');
  await former.giveBack();
  await rm(parent);
  await rename(`${parent}-aside`, parent);

  for (let others = 1; others < (machine.uids?.count ?? 1); others += 1)
    expect((await machine.takePlace()).uid).not.toBe(former.uid);
  expect(await machine.takePlace()).toMatchObject({ uid: former.uid });
  if (machine.uids !== undefined) {
    expect(existsSync(former.folder.path)).toBe(false);
    await expect(machine.takePlace()).rejects.toThrow('more processes than reserved users');
  }
  await machine.close();
  await rm(dataDir, { recursive: true, force: true });
});

test.runIf(process.getuid?.() === 0)('a user is used again once its remaining process has ended', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'machine-'));
  const lines: unknown[] = [];
  const machine = await openMachine(dataDir, { ...silentLogger, error: (...line) => lines.push(line) });
  const { uid, giveBack } = await machine.takePlace();
  const running = spawn('sleep', ['60'], { uid, gid: uid, env: {}, cwd: '/' });
  await once(running, 'spawn');
  await giveBack();
  const line = [{ uid }, 'A process still runs as one of the reserved users, so that user is not used while it runs.'];
  expect(lines).toEqual([line]);

  for (let others = 1; others < (machine.uids?.count ?? 1); others += 1)
    expect((await machine.takePlace()).uid).not.toBe(uid);
  await expect(machine.takePlace()).rejects.toThrow('more processes than reserved users');
  expect(lines).toEqual([line, line]);

  running.kill('SIGKILL');
  await once(running, 'exit');
  expect(await machine.takePlace()).toMatchObject({ uid });
  await machine.close();
  await rm(dataDir, { recursive: true, force: true });
});
