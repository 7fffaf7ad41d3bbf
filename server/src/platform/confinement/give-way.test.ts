import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { expect, test } from 'vitest';
import { lowerPriority } from './lower-priority.ts';

test.each([
  { at: 0, asked: 10, becomes: 10 },
  { at: 15, asked: 10, becomes: 15 },
  { at: 15, asked: 19, becomes: 19 },
])('a process at priority $at that is lowered to $asked is at $becomes', async ({ at, asked, becomes }) => {
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  // The tests may themselves run at a lower priority.
  const own = getPriority();
  setPriority(pid, Math.max(at, own));
  lowerPriority(pid, asked);
  expect(getPriority(pid)).toBe(Math.max(becomes, own));
  child.kill();
});
