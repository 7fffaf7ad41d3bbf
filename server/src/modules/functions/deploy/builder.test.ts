import { type Plugin, stop } from 'esbuild';
import { expect, test } from 'vitest';
import { createBuilder, type InMemory } from './builder.ts';

test('a source that kills the bundler is refused, and the next one is bundled by another', async () => {
  const builder = createBuilder();
  const deadly: Plugin = {
    name: 'deadly',
    setup: (build) => {
      build.onResolve({ filter: /.*/ }, () => ({ path: 'index.ts', namespace: 'test' }));
      build.onLoad({ filter: /.*/ }, async () => {
        await stop();
        return { contents: '' };
      });
    },
  };
  const options: InMemory = {
    entryPoints: ['index.ts'],
    write: false,
    metafile: true,
    logLevel: 'silent',
    outdir: '/',
  };
  await expect(builder.build({ ...options, plugins: [deadly] })).rejects.toMatchObject({ code: 'invalid_source' });
  const { entryPoints: _, ...rest } = options;
  const built = await builder.build({ ...rest, stdin: { contents: 'export default 1' } });
  expect(built.outputFiles[0]?.text).toContain('1');
  await builder.close();
});
