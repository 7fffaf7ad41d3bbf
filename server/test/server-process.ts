import { spawn } from 'node:child_process';
import { findProgram } from '../../e2e/harness/service-program.ts';
import { RECORD_VARIABLE } from './engines/statement-record.ts';
import { ADMIN_TOKEN } from './start-test-server.ts';

const RECORD = new URL('engines/statement-record.ts', import.meta.url).href;
/** Generous, because a crash suite starts many processes on a machine that may be busy with other work. */
const START_MS = 180_000;

export interface ServerProcessOptions {
  readonly dataDir: string;
  /** SQLite by default. */
  readonly databaseUrl?: string;
  readonly outboundAllow?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The service in a separate process, for failures that affect a whole process. */
export interface ServerProcess {
  readonly url: string;
  /** Ends it as a power cut would. Resolves when it has ended, so that another one may use its data directory. */
  kill(): Promise<void>;
  /** Suspends the process with everything it holds. */
  freeze(): void;
  thaw(): void;
}

/** Starts it with short retry waits and timeouts for webhooks, and without rate limits. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { file, compileCache } = await findProgram();
  const child = spawn(process.execPath, ['--import', RECORD, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCache,
      [RECORD_VARIABLE]: process.env[RECORD_VARIABLE],
      PORT: '0',
      SERVICE_MODE: 'production',
      SERVICE_DATA_DIR: options.dataDir,
      SERVICE_ADMIN_TOKEN: ADMIN_TOKEN,
      SERVICE_RATE_LIMITS: 'off',
      SERVICE_WEBHOOK_RETRY_MS: '200,200,200',
      SERVICE_WEBHOOK_TIMEOUT_MS: '1000',
      ...(options.databaseUrl !== undefined && {
        SERVICE_DATABASE_URL: options.databaseUrl,
        SERVICE_SINGLE_PROCESS: 'on',
      }),
      ...(options.outboundAllow !== undefined && { SERVICE_OUTBOUND_ALLOW: options.outboundAllow }),
      ...options.env,
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (): void => {
      child.kill('SIGKILL');
      reject(new Error(`the service did not start:\n${output}`));
    };
    const timer = setTimeout(fail, START_MS);
    const read = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      const found = /http:\/\/localhost:\d+/.exec(output);
      if (found === null) return;
      clearTimeout(timer);
      resolve(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', fail);
  });
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}
