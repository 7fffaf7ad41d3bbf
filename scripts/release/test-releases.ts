import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundle } from '../bundle.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

export interface TestMachine extends AsyncDisposable {
  readonly folder: string;
  /** `<folder>/service`. */
  readonly link: string;
  readonly restart: string;
  log(): Promise<string>;
  /** Makes a release of this checkout under another version; `change` replaces files of its `dist`. */
  pack(version: string, change?: Readonly<Record<string, string>>): Promise<string>;
  install(archive: string, version: string): Promise<void>;
  command(parameters: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: number | null; text: string }>;
}

export async function createTestMachine(): Promise<TestMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'release-test-'));
  // Processes of projects run as other users, which must be able to read their program.
  await chmod(folder, 0o755);
  const link = join(folder, 'service');
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const contents = await bundle();
  const { version: built } = JSON.parse(await readFile(join(ROOT, 'server/package.json'), 'utf8')) as {
    version: string;
  };
  const path = (name: string): string => join(folder, name);
  await writeFile(path('restart.sh'), restartScript(folder), { mode: 0o755 });
  const npm = async (...parameters: string[]): Promise<void> => {
    await run('npm', ['install', '--global', '--no-audit', '--no-fund', ...parameters], { cwd: folder });
  };
  return {
    folder,
    link,
    restart: path('restart.sh'),
    log: () => readFile(path('log'), 'utf8'),
    async pack(version, change = {}) {
      const stage = path(`stage-${version}`);
      const put = async (name: string, text: string | Uint8Array): Promise<void> => {
        await mkdir(dirname(join(stage, 'package', name)), { recursive: true });
        await writeFile(join(stage, 'package', name), text);
      };
      for (const [file, bytes] of contents) {
        const text = Buffer.from(bytes).toString('utf8');
        await put(file.slice(ROOT.length), text.replaceAll(`version: "${built}"`, `version: "${version}"`));
      }
      for (const [name, text] of Object.entries(change)) await put(`dist/${name}`, text);
      await cp(join(ROOT, 'scripts/release/service-server.sh'), join(stage, 'package/bin/service-server'));
      await chmod(join(stage, 'package/bin/service-server'), 0o755);
      await put(
        'package.json',
        JSON.stringify({ name: 'service', version, type: 'module', bin: { 'service-server': 'bin/service-server' } }),
      );
      const archive = path(`service-${version}.tgz`);
      await run('tar', ['czf', archive, '-C', stage, 'package']);
      await rm(stage, { recursive: true });
      return archive;
    },
    async install(archive, version) {
      await npm('--prefix', `${link}-${version}`, archive);
      await symlink(`${link}-${version}`, link);
    },
    async command(parameters, env) {
      const child = spawn(join(link, 'bin/service-server'), parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let text = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
      }
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, text };
    },
    async [Symbol.asyncDispose]() {
      await run(path('restart.sh'), ['stop']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function restartScript(folder: string): string {
  return `#!/bin/sh
if [ -f ${folder}/pid ]; then
  kill -TERM "$(cat ${folder}/pid)" 2>/dev/null
  while kill -0 "$(cat ${folder}/pid)" 2>/dev/null; do sleep 0.05; done
fi
[ "$1" = stop ] && exit 0
${folder}/service/bin/service-server </dev/null >>${folder}/log 2>&1 &
echo $! >${folder}/pid
`;
}
