import { createHash, randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { type Block, HashThread } from './index.ts';

const thread = new HashThread();
afterAll(() => thread.close());

const WHOLE = thread.takeBlock().length;

function randomBlock(bytes: number): Block {
  const block = thread.takeBlock().subarray(0, bytes);
  block.set(randomBytes(bytes));
  return block;
}

test.each([
  ['nothing', []],
  ['one block', [1000]],
  ['several blocks', [WHOLE, WHOLE, 1]],
  ['blocks and nothing at the end', [WHOLE, 0]],
])('a stream of %s gets the hash of its bytes, even beside many others', async (_, sizes) => {
  const works = Array.from({ length: 20 }, async () => {
    const [stream, all] = [thread.start(), createHash('sha256')];
    const blocks = sizes.map(randomBlock);
    for (const block of blocks) all.update(block);
    const last = blocks.pop() ?? randomBlock(0);
    for (const block of blocks) await stream.add(block);
    expect(await stream.end(last)).toBe(all.digest('hex'));
    stream.close();
  });
  await Promise.all(works);
});

test('a stream whose thread ends fails rather than get a partial hash, and the next stream has a new thread', async () => {
  const torn = thread.start();
  await torn.add(randomBlock(10));
  // Far more than the thread can hash before it ends.
  const block = randomBlock(WHOLE);
  const streams = Array.from({ length: 1000 }, () => thread.start());
  const adding = Promise.allSettled(streams.map((stream) => stream.add(block)));
  await thread.close();
  expect((await adding).some((added) => added.status === 'rejected')).toBe(true);
  await expect(torn.end(randomBlock(10))).rejects.toThrow('has ended');
  for (const stream of [torn, ...streams]) stream.close();

  const next = thread.start();
  const [first, last] = [randomBlock(10), randomBlock(10)];
  await next.add(first);
  expect(await next.end(last)).toBe(createHash('sha256').update(first).update(last).digest('hex'));
  next.close();
});
