import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSealer, DamagedObject } from '../format/sealer.ts';
import { ObjectOpener } from './object-opener.ts';

const SMALL_BYTES = 1000;
/** Opened in the thread. */
const LARGE_BYTES = 1_000_000;

describe.each([
  ['encrypted', createSealer(randomBytes(32))],
  ['plain', createSealer(undefined)],
])('%s objects', (_, sealer) => {
  let opener = new ObjectOpener(sealer);
  beforeEach(() => {
    opener = new ObjectOpener(sealer);
  });
  afterEach(() => opener.close());

  test('have their content, small and large ones at once', async () => {
    const contents = [LARGE_BYTES, SMALL_BYTES, LARGE_BYTES, 0].map((bytes) => randomBytes(bytes));
    for (const isCompressed of [true, false]) {
      const objects = contents.map((content, index) => sealer.seal(`o${index}`, content, { isCompressed }));
      const opened = await Promise.all(objects.map((object, index) => opener.open(`o${index}`, object)));
      expect(Buffer.concat(opened).equals(Buffer.concat(contents))).toBe(true);
    }
  });

  test.each([SMALL_BYTES, LARGE_BYTES])(
    'of %d bytes are refused when a byte has changed, and the next is opened',
    async (bytes) => {
      const content = randomBytes(bytes);
      const changed = sealer.seal('changed', content);
      changed[bytes] = Number(changed[bytes]) ^ 1;
      const [damaged, whole] = await Promise.allSettled([
        opener.open('changed', changed),
        opener.open('whole', sealer.seal('whole', content)),
      ]);
      expect(damaged).toMatchObject({
        reason: { object: 'changed', message: expect.stringContaining('changed is damaged') },
      });
      expect(damaged.status === 'rejected' && damaged.reason instanceof DamagedObject).toBe(true);
      expect(whole.status === 'fulfilled' && whole.value.equals(content)).toBe(true);
    },
  );

  test('are opened by a new thread when theirs has failed, and none runs after the end', async () => {
    const workers: Worker[] = [];
    const note = (message: unknown): void => {
      if (message instanceof Object && 'worker' in message && message.worker instanceof Worker)
        workers.push(message.worker);
    };
    subscribe('worker_threads', note);
    const content = randomBytes(LARGE_BYTES);
    const open = (): Promise<Buffer> => opener.open('o', sealer.seal('o', content));
    await open();
    const [failing] = workers;
    const ended = new Promise((resolve) => failing?.once('exit', resolve));
    // The thread cannot read this message.
    failing?.postMessage(undefined);
    const again = open().catch(open);
    await ended;
    expect((await again).equals(content)).toBe(true);
    await opener.close();
    unsubscribe('worker_threads', note);
    expect(workers.map(({ threadId }) => threadId)).toEqual([-1, -1]);
  });

  test('fail when the recovery ends before they are opened', async () => {
    const object = sealer.seal('o', randomBytes(LARGE_BYTES));
    const opening = opener.open('o', object);
    const [[opened]] = await Promise.all([Promise.allSettled([opening]), opener.close()]);
    expect(opened.status).toBe('rejected');
    await expect(opener.open('o', sealer.seal('o', randomBytes(LARGE_BYTES)))).rejects.toThrow('ended');
  });
});
