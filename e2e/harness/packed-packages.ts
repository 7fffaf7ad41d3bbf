import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './service-process.ts';

const run = promisify(execFile);
const NAMES = ['client', 'auth', 'data', 'functions'];
/** Finds the npm that runs the tests. */
const ENVIRONMENT = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` };

export interface AppFolder extends AsyncDisposable {
  readonly folder: string;
  /** Runs a program of the app's own dependencies to its end. */
  run(file: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
}

/** Packs the four packages with `npm pack`, as for publishing; resolves with the folder of the tarballs. */
export async function packPackages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'service-packed-'));
  // One after the other, because each builds the packages it depends on.
  for (const name of NAMES) {
    await run('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: join(ROOT, 'packages', name),
      env: ENVIRONMENT,
    });
  }
  return folder;
}

/**
 * A copy of an example outside of the repository with installed packages: ours from their tarballs, and `others` from
 * the repository.
 */
export async function copyExample(example: string, packed: string, others: readonly string[]): Promise<AppFolder> {
  const folder = await mkdtemp(join(tmpdir(), `service-${example}-`));
  const isSource = (path: string): boolean => !/(node_modules|dist|\.env)$/.test(path);
  await cp(join(ROOT, 'examples', example), folder, { recursive: true, filter: isSource });
  const modules = join(folder, 'node_modules');
  for (const file of await readdir(packed)) {
    const name = /^service-(\w+)-/.exec(file)?.[1] ?? file;
    const target = join(modules, '@service', name);
    await mkdir(target, { recursive: true });
    await run('tar', ['-xzf', join(packed, file), '-C', target, '--strip-components=1']);
  }
  for (const name of others) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  }
  return {
    folder,
    async run(file, args, env = {}) {
      const { stdout, stderr } = await run(process.execPath, [join(modules, file), ...args], {
        cwd: folder,
        env: { ...ENVIRONMENT, ...env },
      });
      return stdout + stderr;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
