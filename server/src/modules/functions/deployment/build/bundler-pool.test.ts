import { afterAll, expect, test } from 'vitest';
import { createConfinement } from '../../../../platform/confinement/index.ts';
import { silentLogger } from '../../../../platform/logger.ts';
import { createBundler } from './bundle-source.ts';

const STORE = 'p_00000000000000000000000000000000';
const confinement = createConfinement(silentLogger);
const bundler = createBundler(confinement);
afterAll(async () => {
  await bundler.close();
  await confinement.close();
});

const bundle = (source: string) => bundler.bundle(STORE, new Map([['index.ts', source]]));

test('a source that kills the bundler is refused, and those beside and after it are bundled', {
  timeout: 60_000,
}, async () => {
  const deadly = bundle(`export default () => ${'!'.repeat(2_000_000)}1;`);
  const refused = expect(deadly).rejects.toMatchObject({
    code: 'invalid_source',
    details: {
      errors: [{ file: 'index.ts', line: 1, column: 1, message: 'The source is too complex to be bundled.' }],
    },
  });
  const others = await Promise.all(Array.from({ length: 20 }, (_, n) => bundle(`export default () => 'number ${n}';`)));
  for (const [n, { module }] of others.entries()) expect(module).toContain(`number ${n}`);
  await refused;
  expect((await bundle('export default () => "after";')).module).toContain('after');
});

test('several entries of the same files are bundled, and others files by the same process', async () => {
  const files = new Map([
    ['a.ts', 'export default () => "first";'],
    ['b.ts', 'import a from "./a"; export default () => a() + "second";'],
  ]);
  expect((await bundler.bundle(STORE, files, 'a.ts')).module).toContain('first');
  expect((await bundler.bundle(STORE, files, 'b.ts')).inputs).toEqual(['a.ts', 'b.ts']);
  await expect(bundler.bundle(STORE, new Map([['b.ts', 'export default () => 1;']]), 'a.ts')).rejects.toMatchObject({
    code: 'invalid_source',
  });
});
