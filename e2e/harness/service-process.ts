import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPort } from './find-port.ts';
import { findProgram } from './service-program.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Records the service's statements to PostgreSQL, which are checked when the run of tests ends. */
const RECORD = './server/test/engines/statement-record.ts';
export const ADMIN_TOKEN = 'e2e-admin-token-0123456789-0123456789-0123456789';
/** A busy machine needs long to compile the sources. */
const START_MS = 120_000;
/** The service promises to exit within this time after SIGTERM. */
const STOP_MS = 10_000;

export interface StartOptions {
  /** In addition to the variables of every start; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Kept when the service stops. Without it the service gets a temporary directory. */
  readonly dataDir?: string;
  /** The port to use, for example of an earlier service that this one replaces. */
  readonly port?: number;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly ms: number;
  /** Everything that the service printed. */
  readonly output: string;
}

export interface ServiceProcess extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** Everything printed so far. */
  output(): string;
  /** Resolves when the process has ended, for whatever reason. */
  readonly exit: Promise<ProcessExit>;
  /** Sends the signal and waits for the end, without checking the exit code. */
  end(signal: NodeJS.Signals): Promise<ProcessExit>;
  /** Sends SIGTERM; throws unless the service exits with 0 in time. */
  stop(): Promise<void>;
}

/** Starts the real service as a separate process and waits until it is healthy. */
export async function startService(options: StartOptions = {}): Promise<ServiceProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'service-e2e-')));
  const port = options.port ?? (await findPort());
  const url = `http://127.0.0.1:${port}`;
  const { file, compileCache } = await findProgram();
  const running = launch(['--import', RECORD, file], {
    NODE_COMPILE_CACHE: compileCache,
    PORT: String(port),
    SERVICE_DATA_DIR: dataDir,
    ...options.env,
  });
  await untilHealthy(running, url);
  const end = (signal: NodeJS.Signals): Promise<ProcessExit> => {
    running.child.kill(signal);
    return running.exit;
  };
  const stop = async (): Promise<void> => {
    const exit = await stopInTime(running);
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    if (exit.code !== 0) throw new Error(`the service ended with ${exit.code ?? exit.signal}:\n${exit.output}`);
  };
  const dispose = async (): Promise<void> => {
    if (running.child.exitCode === null && running.child.signalCode === null) await stop();
    else if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const { output, exit } = running;
  return { url, port, pid: running.child.pid ?? 0, dataDir, output, exit, end, stop, [Symbol.asyncDispose]: dispose };
}

/** Runs the service until it ends by itself. Kills it if it does not, and sets `signal`. */
export async function runService(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<ProcessExit> {
  const { file, compileCache } = await findProgram();
  const running = launch([file, ...args], {
    NODE_COMPILE_CACHE: compileCache,
    PORT: String(await findPort()),
    ...env,
  });
  const timer = setTimeout(() => running.child.kill('SIGKILL'), START_MS);
  const exit = await running.exit;
  clearTimeout(timer);
  return exit;
}

export interface RunningProcess {
  readonly child: ChildProcess;
  readonly exit: Promise<ProcessExit>;
  output(): string;
}

/** `command` is a script for the Node that runs the tests, or a program. */
export function launch(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  command = process.execPath,
  cwd = ROOT,
): RunningProcess {
  const startedAt = performance.now();
  const child = spawn(command, [...args], { cwd, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  const output = (): string => text;
  const exit = new Promise<ProcessExit>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ms: performance.now() - startedAt, output: text }));
  });
  return { child, exit, output };
}

export async function untilHealthy(running: RunningProcess, url: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline && running.child.exitCode === null && running.child.signalCode === null) {
    const status = await fetch(`${url}/health`).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => 0,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  running.child.kill('SIGKILL');
  throw new Error(`the service did not become healthy:\n${running.output()}`);
}

async function stopInTime(running: RunningProcess): Promise<ProcessExit> {
  running.child.kill('SIGTERM');
  const timer = setTimeout(() => running.child.kill('SIGKILL'), STOP_MS);
  const exit = await running.exit;
  clearTimeout(timer);
  return exit;
}

/** Passes on only the variables that a shell needs and the folder of the compiled sources. */
function environment(env: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return {
    PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    HOME: process.env['HOME'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    TEST_STATEMENT_RECORD: process.env['TEST_STATEMENT_RECORD'],
    SERVICE_ADMIN_TOKEN: ADMIN_TOKEN,
    SERVICE_RATE_LIMITS: 'off',
    ...env,
  };
}
