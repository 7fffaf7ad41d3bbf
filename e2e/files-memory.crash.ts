import { expect, onTestFinished, test } from 'vitest';
import { createScene } from './harness/each-engine.ts';
import { downloadAtOnce, uploadAtOnce } from './harness/files-load.ts';
import { startService } from './harness/service-process.ts';

const MB = 1_048_576;

const GROWN_BYTES_MAX = 64 * MB;

test.each([8, 40])('%i files of 50 MB at once: memory grows by less than 64 MB', async (files) => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const scene = await createScene(service);
  await uploadAtOnce(scene, { files: 1, bytes: 50 * MB });
  const up = await uploadAtOnce(scene, { files, bytes: 50 * MB });
  const down = await downloadAtOnce(scene, up.ids, 50 * MB);
  console.log(`${files} × 50 MB: up ${Math.round(up.grownBytes / MB)} MB, down ${Math.round(down.grownBytes / MB)} MB`);
  expect(up.grownBytes).toBeLessThan(GROWN_BYTES_MAX);
  expect(down.grownBytes).toBeLessThan(GROWN_BYTES_MAX);
});
