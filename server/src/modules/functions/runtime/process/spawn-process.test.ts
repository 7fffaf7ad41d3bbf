import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { Sandbox } from '../../../../platform/confinement/index.ts';
import { createTurnBudget } from '../turns/turn-budget.ts';
import { spawnProcess } from './spawn-process.ts';

/** A program that exits but leaves a child behind that keeps its outputs open. */
const LEAVES_ONE_BEHIND = '#!/bin/sh\nsleep 60 &\necho $! >&2\n';

afterEach(() => void vi.useRealTimers());

test.runIf(process.platform === 'linux')('a process has ended even if its child still runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spawn-'));
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  const program = join(folder, 'program');
  await writeFile(program, LEAVES_ONE_BEHIND, { mode: 0o700 });
  const sandbox: Sandbox = {
    folder,
    socketFolder: folder,
    hand: async () => undefined,
    lend: () => ({ path: '', processPath: '', hand: async () => undefined, takeBack: async () => undefined }),
    command: ([first = '', ...more]) => [first, ...more],
    started: () => undefined,
    close: async () => undefined,
  };
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const host = { program, openSandbox: async () => sandbox };
  const spawned = await spawnProcess(host, sandbox, createTurnBudget());
  let isGone = false;
  void spawned.gone.then(() => {
    isGone = true;
  });
  await once(spawned.child, 'exit');
  await vi.waitFor(() => expect(spawned.stderrTail.text()).toMatch(/^\d+\n$/));
  expect(isGone).toBe(false);
  vi.advanceTimersByTime(1000);
  await spawned.gone;
  process.kill(Number(spawned.stderrTail.text()));
});
