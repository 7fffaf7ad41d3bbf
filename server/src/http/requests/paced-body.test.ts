import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { pacedBody } from './paced-body.ts';

async function collect(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const piece of body) bytes += piece.byteLength;
  return bytes;
}

const PATIENT = { graceMs: 60_000, bytesPerSecondMin: 1, wholeMsMax: 60_000 };

test('a body that keeps the pace passes completely', async () => {
  const body = new PassThrough();
  body.end(Buffer.alloc(300_000));
  expect(await collect(pacedBody(body, PATIENT))).toBe(300_000);
});

test.each([
  ['that never arrives', { ...PATIENT, graceMs: 1 }],
  ['that takes too long in total', { ...PATIENT, wholeMsMax: 1 }],
])('a body %s is abandoned, and its connection stays open for the answer', async (_, pace) => {
  const body = new PassThrough();
  await expect(collect(pacedBody(body, pace))).rejects.toMatchObject({ status: 408, code: 'validation_failed' });
  expect(body.destroyed).toBe(false);
});

test('every byte earns time: a body that is fast at first may pause later', async () => {
  const body = new PassThrough();
  body.write(Buffer.alloc(1000));
  const reading = collect(pacedBody(body, { graceMs: 0, bytesPerSecondMin: 10, wholeMsMax: 60_000 }));
  setImmediate(() => body.end('x'));
  expect(await reading).toBe(1001);
});

test('an aborted body is not taken as complete', async () => {
  const body = new PassThrough();
  const reading = collect(pacedBody(body, PATIENT));
  body.write('x');
  body.destroy(new Error('cut'));
  await expect(reading).rejects.toMatchObject({ code: 'validation_failed' });
});
