import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findPort } from '../harness/find-port.ts';
import { launch, ROOT } from '../harness/service-process.ts';

const execute = promisify(execFile);

/** An app outside of the repository after `npm install`: the packages from their tarballs, the rest from npm. */
export interface InstalledApp extends AsyncDisposable {
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** Runs a program of the app's dependencies to its end; resolves with its output. */
  run(file: string, args?: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  /** Starts a program that listens on `--port`, or on `PORT` of its environment, and waits until it answers. */
  serve(
    file: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ readonly url: string } & AsyncDisposable>;
}

export async function installApp(
  packed: string,
  dependencies: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): Promise<InstalledApp> {
  const folder = await mkdtemp(join(tmpdir(), 'service-app-'));
  const own: Record<string, string> = {};
  for (const file of await readdir(packed)) {
    const name = /^service-(\w+)-/.exec(file)?.[1];
    if (name !== undefined) own[`@service/${name}`] = `file:${join(packed, file)}`;
  }
  const write: InstalledApp['write'] = async (more) => {
    for (const [name, text] of Object.entries(more)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  };
  const manifest = { name: 'app', private: true, type: 'module', dependencies: { ...own, ...dependencies } };
  await write({ 'package.json': JSON.stringify(manifest), ...files });
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` };
  await execute('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, env });
  return {
    folder,
    write,
    run: async (file, args = [], more = {}) => await runToEnd(folder, [file, ...args], more),
    serve: async (file, args, more = {}) => await serve(folder, [file, ...args], more),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Hides from the programs that they run inside a test runner. */
const CLEAN = { VITEST: undefined, NODE_ENV: undefined, TEST: undefined };

async function runToEnd(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...CLEAN, ...env } as NodeJS.ProcessEnv };
  try {
    const { stdout, stderr } = await execute(process.execPath, [...args], options);
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

async function serve(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ url: string } & AsyncDisposable> {
  const port = await findPort();
  const [file = '', ...rest] = args;
  const running = launch(
    [join(folder, file), ...rest, ...(env['PORT'] === undefined ? ['--port', String(port)] : [])],
    { HOME: process.env['HOME'], ...env, PORT: String(port) },
    process.execPath,
    folder,
  );
  const url = `http://localhost:${port}/`;
  const deadline = Date.now() + 120_000;
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline || running.child.exitCode !== null) throw new Error(running.output());
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      running.child.kill('SIGTERM');
      await running.exit;
    },
  };
}

/** The first example in a package's README in this language, as a newcomer copies it. */
export async function readmeExample(name: string, language: string): Promise<string> {
  const text = await readFile(join(ROOT, 'packages', name, 'README.md'), 'utf8');
  const [, code] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  if (code === undefined) throw new Error(`the README of ${name} has no example in ${language}`);
  return code;
}
