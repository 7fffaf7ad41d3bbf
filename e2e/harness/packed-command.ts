import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ROOT } from './service-process.ts';

const run = promisify(execFile);

export interface FinishedCommand {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** An app outside of the repository that has the command installed as users do. */
export interface CommandApp extends AsyncDisposable {
  readonly folder: string;
  write(name: string, text: string): Promise<void>;
  run(...args: readonly string[]): Promise<FinishedCommand>;
  /** Runs the command with `--json` and resolves with its output. Fails the test if the exit status is not 0. */
  data<Data>(...args: readonly string[]): Promise<Data>;
  /** Starts a command that runs until it is ended, and gives its lines as they arrive. */
  follow(...args: readonly string[]): FollowedCommand;
}

export interface FollowedCommand {
  readonly child: ChildProcess;
  /** The next line of this type that no earlier call has returned. */
  line(type: string): Promise<Readonly<Record<string, unknown>>>;
  /** Sends the signal and resolves with the exit status. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Packs the command with `npm pack` and installs it without a registry. */
export async function createCommandApp(env: Readonly<Record<string, string>>): Promise<CommandApp> {
  const root = await mkdtemp(join(tmpdir(), 'service-cli-app-'));
  const folder = join(root, 'app');
  const target = join(folder, 'node_modules/@service/cli');
  await mkdir(target, { recursive: true });
  const environment = {
    PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    HOME: root,
    SERVICE_CONFIG_DIR: join(root, 'config'),
    ...env,
  };
  const npm = { cwd: join(ROOT, 'cli'), env: { ...process.env, PATH: environment.PATH } };
  await run('npm', ['pack', '--silent', '--pack-destination', root], npm);
  const [tarball = ''] = (await readdir(root)).filter((file) => file.endsWith('.tgz'));
  await run('tar', ['-xzf', join(root, tarball), '-C', target, '--strip-components=1']);
  // The command's dependency, from the repository.
  await symlink(join(ROOT, 'node_modules/esbuild'), join(folder, 'node_modules/esbuild'));
  const command = join(target, 'bin/servicectl.mjs');
  const start = (args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [command, ...args], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });

  const ran = async (...args: readonly string[]): Promise<FinishedCommand> => {
    const child = start(args);
    const [stdout, stderr, exit] = await Promise.all([textOf(child.stdout), textOf(child.stderr), ended(child)]);
    return { exit: exit ?? -1, stdout, stderr };
  };
  return {
    folder,
    run: ran,
    async write(name, text) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    },
    async data<Data>(...args: readonly string[]): Promise<Data> {
      const { exit, stdout, stderr } = await ran(...args, '--json');
      if (exit !== 0) throw new Error(`servicectl ${args.join(' ')} ended with ${exit}:\n${stdout}${stderr}`);
      return (JSON.parse(stdout) as { data: Data }).data;
    },
    follow: (...args) => followed(start([...args, '--json'])),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

function followed(child: ChildProcess): FollowedCommand {
  const exit = ended(child);
  const lines: Readonly<Record<string, unknown>>[] = [];
  let wake = (): void => undefined;
  let isOver = false;
  void exit.finally(() => {
    isOver = true;
    wake();
  });
  const errors = textOf(child.stderr);
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (text) => {
      lines.push(JSON.parse(text));
      wake();
    });
  }
  return {
    child,
    async line(type) {
      for (;;) {
        const at = lines.findIndex((line) => line['type'] === type);
        const [found] = at === -1 ? [] : lines.splice(at, 1);
        if (found !== undefined) return found;
        if (isOver) throw new Error(`it ended before a line of type ${type}: ${JSON.stringify(lines)} ${await errors}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    end(signal) {
      child.kill(signal);
      return exit;
    },
  };
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

async function textOf(stream: ChildProcess['stdout']): Promise<string> {
  let text = '';
  for await (const part of stream?.setEncoding('utf8') ?? []) text += String(part);
  return text;
}
