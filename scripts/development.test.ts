import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const SCRIPT = new URL('development.mjs', import.meta.url);
const TOOL = 'node_modules/tool/package.json';
const DECLARATIONS = 'node_modules/here/index.d.ts';

let folder = '';

/** A project whose only packages are tarballs, so that npm needs no registry: one for development, two for one platform each. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-development-'));
  await mkdir(join(folder, 'tool'));
  await writeFile(join(folder, 'tool/index.js'), '');
  await pack('tool', {});
  await mkdir(join(folder, 'here'));
  await writeFile(join(folder, 'here/index.d.ts'), '');
  await pack('here', { os: [process.platform] });
  await pack('elsewhere', { os: [process.platform === 'aix' ? 'linux' : 'aix'] });
  await writeJson('package.json', {
    name: 'app',
    private: true,
    devDependencies: { tool: 'file:tool-1.0.0.tgz' },
    optionalDependencies: { here: 'file:here-1.0.0.tgz', elsewhere: 'file:elsewhere-1.0.0.tgz' },
  });
  await writeFile(join(folder, '.npmrc'), 'omit=dev\n');
  await run('npm', ['install', '--package-lock-only']);
  await cp(SCRIPT, join(folder, 'scripts/development.mjs'));
});

beforeEach(() => run('npm', ['ci']));

afterAll(() => rm(folder, { recursive: true, force: true }));

it('installs the missing packages with a sentence once, and is silent from then on', async () => {
  await expect(readFile(join(folder, TOOL))).rejects.toThrow('ENOENT');
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
  const first = await install();
  expect(first).toMatchObject({ exit: 0, stdout: '' });
  expect(first.stderr).toContain('Installing the 1 packages that tests and checks need');
  expect(JSON.parse(await readFile(join(folder, TOOL), 'utf8'))).toMatchObject({ version: '1.0.0' });
  expect(await readFile(join(folder, 'package-lock.json'), 'utf8')).toBe(lock);
  expect(await install()).toEqual({ exit: 0, stdout: '', stderr: '' });
});

it('installs again what was deleted', async () => {
  await install();
  await rm(join(folder, 'node_modules/tool'), { recursive: true });
  expect((await install()).exit).toBe(0);
  await readFile(join(folder, TOOL));
});

it('lets one of two commands install while the other one waits', async () => {
  const both = await Promise.all([install(), install()]);
  expect(both.map(({ exit }) => exit)).toEqual([0, 0]);
  expect(both.filter(({ stderr }) => stderr.includes('Installing the 1 packages'))).toHaveLength(1);
});

it('completes a package of which a killed install wrote only a part', async () => {
  await mkdir(join(folder, 'node_modules/tool'));
  await writeJson(TOOL, { name: 'tool', version: '1.0.0' });
  expect((await install()).exit).toBe(0);
  await readFile(join(folder, 'node_modules/tool/index.js'));
});

it('installs an optional package that is missing, if it is for this platform', async () => {
  await install();
  await rm(join(folder, 'node_modules/here'), { recursive: true });
  expect((await install()).stderr).toContain('Installing the 1 packages');
  await readFile(join(folder, 'node_modules/here/package.json'));
});

it('completes a package that npm ci has left without its declarations', async () => {
  await trim();
  expect((await install()).stderr).toContain('Installing the 2 packages');
  await readFile(join(folder, DECLARATIONS));
  expect(await install()).toEqual({ exit: 0, stdout: '', stderr: '' });
});

it('does not wait for a process that was killed, and still lets only one of two commands install', async () => {
  const { stdout: pid } = await run(process.execPath, ['-p', 'process.pid']);
  await mkdir(join(folder, '.tmp/development'), { recursive: true });
  for (const left of [pid.trim(), `${pid.trim()}.1`]) await writeFile(join(folder, '.tmp/development', left), '');
  const both = await Promise.all([install(), install()]);
  expect(both.map(({ exit }) => exit)).toEqual([0, 0]);
  expect(both.filter(({ stderr }) => stderr.includes('Installing the 1 packages'))).toHaveLength(1);
  expect(await readdir(join(folder, '.tmp/development'))).toEqual([]);
});

it('says that the service runs without them when npm cannot install them', async () => {
  await trim();
  await rm(join(folder, 'tool-1.0.0.tgz'));
  const failed = await install({ npm_config_cache: join(folder, 'empty-cache') });
  await run('npm', ['pack', '--silent', './tool']);
  expect(failed.exit).toBe(1);
  expect(failed.stderr).toContain('npm says why above. npm start works without them.');
  await readFile(join(folder, 'node_modules/here/package.json'));
});

async function trim(): Promise<void> {
  await rm(join(folder, DECLARATIONS));
  await writeJson('node_modules/.trimmed', ['node_modules/here']);
}

const install = (env: Readonly<Record<string, string>> = {}) => run(process.execPath, ['scripts/development.mjs'], env);

interface FinishedRun {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<FinishedRun> {
  return new Promise((resolve) => {
    execFile(file, args, { cwd: folder, env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ exit: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

async function pack(name: string, platform: { readonly os?: readonly string[] }): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeJson(`${name}/package.json`, { name, version: '1.0.0', ...platform });
  await run('npm', ['pack', '--silent', `./${name}`]);
}

const writeJson = (path: string, value: object) => writeFile(join(folder, path), JSON.stringify(value));
