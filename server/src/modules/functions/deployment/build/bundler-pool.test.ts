import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { openConfinement } from '../../../../../test/open-confinement.ts';
import { ServiceError } from '../../../../platform/errors.ts';
import { createBundler } from './bundle-source.ts';

const STORE = 'p_00000000000000000000000000000000';
const confinement = openConfinement();
const bundler = createBundler(confinement);
afterAll(async () => {
  await bundler.close();
  await confinement[Symbol.asyncDispose]();
});

const bundle = (source: string) => bundler.bundle(STORE, new Map([['index.ts', source]]));

/** A machine that is too busy does not judge a source; its author tries again. */
async function bundleOnceJudged(source: string): ReturnType<typeof bundle> {
  for (;;) {
    try {
      return await bundle(source);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'overloaded') throw error;
    }
  }
}

test('a source that kills the bundler is refused; others beside and after it are bundled', {
  timeout: 60_000,
}, async () => {
  const deadly = bundleOnceJudged(`export default () => ${'!'.repeat(2_000_000)}1;`);
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

test('one process bundles several entries of the same files, and then other files', async () => {
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

test.runIf(process.platform === 'linux').each(['esbuild', 'bundler-process'])(
  'when something else kills %s, the source is not blamed',
  async (program) => {
    const slow = bundle(`export default () => ${'!'.repeat(2_000_000)}1;`);
    let isRefused = false;
    const unavailable = expect(slow)
      .rejects.toMatchObject({ code: 'function_unhealthy', retryAfterSeconds: 5 })
      .finally(() => {
        isRefused = true;
      });
    // Idle bundlers of earlier tests have the same name, and the one with the source may not have started.
    while (!isRefused) for (const pid of await childrenNamed(program)) endAtOnce(pid);
    await unavailable;
    expect((await bundle('export default () => "after";')).module).toContain('after');
  },
);

describe('an import with a pattern', () => {
  const bundlePattern = (folder: string) =>
    bundler.bundle(
      STORE,
      new Map([
        ['index.ts', `export default (x) => import(\`${folder}\${x}\`)`],
        ['locales/de.json', '{"hallo":1}'],
      ]),
    );

  test('finds files of the deployment', async () => {
    const { module, inputs } = await bundlePattern('./locales/');
    expect(module).toContain('"./locales/de.json"');
    expect(inputs).toContain('locales/de.json');
  });

  test('finds files from a sub-folder, and by a path that leads back into the deployment', async () => {
    const files = new Map([
      ['index.ts', "export { default } from './lib/read.ts'"],
      [
        'lib/read.ts',
        "export default (x) => [import('../locales/' + x + '.json'), import('./../lib/../locales/' + x)]",
      ],
      ['locales/de.json', '{"hallo":1}'],
    ]);
    expect((await bundler.bundle(STORE, files)).inputs).toContain('locales/de.json');
  });

  test.each([
    ...['./etc/', '../../../../etc/', '../../../../../etc/apt/', '../../../../nowhere/', './nowhere/'],
    ...['../', '../'.repeat(20), `${'../'.repeat(20)}usr/`],
  ])('gets the same refusal whether or not such files exist on the machine: %s', async (folder) => {
    await expect(bundlePattern(folder)).rejects.toMatchObject({
      code: 'invalid_source',
      details: {
        errors: [
          {
            file: 'index.ts',
            line: 1,
            column: 30,
            message:
              'A pattern in import() or require() must stay within the deployment and match at least one of its files.',
          },
        ],
      },
    });
  });
});

/** Descendant processes of this one whose command contains the given name. */
async function childrenNamed(program: string): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const lines = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
  const workers = lines.filter(({ parent, command }) => parent === process.pid && command.includes('bundler-process'));
  const below = lines.filter(({ parent }) => workers.some(({ pid }) => pid === parent));
  return [...workers, ...below].filter(({ command }) => command.includes(program)).map(({ pid }) => pid);
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    const hasEnded = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!hasEnded) throw error;
  }
}
