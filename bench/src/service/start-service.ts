import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPort } from './find-port.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const START_MS = 60_000;
const STOP_MS = 15_000;
const POLL_MS = 2;

/** Long enough for the service to accept it; the data directory exists for one run only. */
export const ADMIN_TOKEN = 'bench-admin-token-0123456789-0123456789-0123456789';

export interface ServiceStart {
  readonly dataDir: string;
  readonly start: 'bundle' | 'source';
  readonly databaseUrl?: string | undefined;
  readonly outboundAllow?: string;
  readonly archiveUrl?: string | undefined;
  readonly archiveSeconds?: number;
}

export interface RunningService {
  readonly pid: number;
  readonly port: number;
  readonly url: string;
  /** From the start of the process to the first 200 of /health. */
  readonly startMs: number;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts the real service as a user does, in production mode but without rate limits. */
export async function startService({
  dataDir,
  start,
  databaseUrl,
  outboundAllow,
  archiveUrl,
  archiveSeconds,
}: ServiceStart): Promise<RunningService> {
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(dataDir, '..', `service-${port}.log`);
  const log = openSync(logFile, 'a');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [start === 'bundle' ? 'scripts/start.mjs' : 'server/src/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      HOST: '127.0.0.1',
      SERVICE_MODE: 'production',
      SERVICE_DATA_DIR: dataDir,
      SERVICE_RATE_LIMITS: 'off',
      SERVICE_ADMIN_TOKEN: ADMIN_TOKEN,
      ...(databaseUrl === undefined ? {} : { SERVICE_DATABASE_URL: databaseUrl, SERVICE_SINGLE_PROCESS: 'on' }),
      ...(outboundAllow === undefined ? {} : { SERVICE_OUTBOUND_ALLOW: outboundAllow }),
      ...(archiveUrl === undefined ? {} : { SERVICE_ARCHIVE_URL: archiveUrl }),
      ...(archiveSeconds === undefined ? {} : { SERVICE_ARCHIVE_SECONDS: String(archiveSeconds) }),
    },
  });
  await untilHealthy(child, url, logFile);
  const startMs = performance.now() - startedAt;
  const stop = (): Promise<void> => stopService(child);
  return { pid: child.pid ?? 0, port, url, startMs, stop, [Symbol.asyncDispose]: stop };
}

async function untilHealthy(child: ChildProcess, url: string, logFile: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) break;
    const isReady = await fetch(`${url}/health`).then(
      (answer) => answer.body?.cancel().then(() => answer.status === 200) ?? false,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  child.kill('SIGKILL');
  throw new Error(`the service did not start:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`);
}

async function stopService(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(timer);
}
