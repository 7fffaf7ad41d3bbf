import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFirefox } from '../harness/firefox.ts';
import { serveFolder } from '../harness/serve-folder.ts';
import { openSessionStage, ROUNDS, type SessionStage } from '../sdk/session-rounds.ts';
import { type BundledScene, HTML, REACT_19, startBundledScene } from './bundled-scene.ts';

const cleanUp = new AsyncDisposableStack();
let browser: Browser;
beforeAll(async () => {
  ({ browser } = cleanUp.use(await startFirefox()));
});
afterAll(() => cleanUp.disposeAsync());

describe('an app of the README in Firefox', () => {
  let bundled: BundledScene;
  beforeAll(async () => {
    bundled = cleanUp.use(await startBundledScene());
  });

  test('shows rows and adds one', async () => {
    const app = await bundled.install(
      { esbuild: '^0.28', ...REACT_19 },
      {
        'build.js': `import service from '@service/client/esbuild';
import { build } from 'esbuild';

await build({
  entryPoints: ['src/main.tsx'],
  bundle: true,
  splitting: true,
  format: 'esm',
  jsx: 'automatic',
  outdir: 'dist',
  plugins: [service({ sameOrigin: false })],
});
`,
        'dist/index.html': HTML.replace('/src/main.tsx', '/main.js'),
      },
    );
    await app.run('build.js', [], bundled.env);
    const served = cleanUp.use(await serveFolder(join(app.folder, 'dist')));
    await bundled.addsTodo(served.url, browser);
  });
});

/** Three tabs with eight reads each, and every kind of network trouble. */
const ROUNDS_PLAYED = ROUNDS.filter(({ tabs, delayMs, reads }) => tabs === 3 && delayMs === 100 && reads === 8);

describe('an expired session cookie in three tabs of Firefox', () => {
  let stage: SessionStage;
  beforeAll(async () => {
    stage = cleanUp.use(await openSessionStage(browser));
  });

  test.each(ROUNDS_PLAYED)('trouble: $trouble ($fate), $begin: every tab shows who is signed in', async (round) => {
    const before = stage.renewals;
    await stage.play(round);
    if (round.trouble === 'none') expect(stage.renewals - before).toBe(1);
  });
});
