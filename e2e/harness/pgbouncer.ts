import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const START_MS = 10_000;
/** The first release that keeps the prepared statements of its clients in transaction mode. */
const KEEPS_STATEMENTS_FROM = [1, 21];
/** Server connections for each database: fewer than a process of the service opens to its pooler. */
const POOL_SIZE = 12;

export interface PgBouncer extends AsyncDisposable {
  readonly version: string;
  readonly keepsStatements: boolean;
  /** The same database through the pooler. */
  urlOf(target: string): string;
  /** Ends the pooler with SIGKILL, and so every connection through it. */
  kill(): Promise<void>;
  /** Starts a killed pooler again. */
  start(): Promise<void>;
}

/** Addresses of databases by their names; `*` stands for all other names. */
type PooledDatabases = Readonly<Record<string, string>>;

/**
 * A real PgBouncer in transaction mode in front of these databases, on `port`. `PGBOUNCER` names the program; otherwise
 * it is looked for in the path and in `/usr/sbin`. Throws an error that says what is missing.
 */
export async function startPgBouncer(databases: PooledDatabases, port: number): Promise<PgBouncer> {
  const program = process.env['PGBOUNCER'] ?? 'pgbouncer';
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };
  const version = await findVersion(program, env);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [fromMajor = 0, fromMinor = 0] = KEEPS_STATEMENTS_FROM;
  const keepsStatements = major > fromMajor || (major === fromMajor && minor >= fromMinor);
  const folder = await mkdtemp(join(tmpdir(), 'service-pgbouncer-'));
  await chmod(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, settingsFor(databases, port, keepsStatements));
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  let running: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    const ending = running;
    running = undefined;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    ending.kill('SIGKILL');
    await once(ending, 'exit');
  };
  const start = async (): Promise<void> => {
    running = spawn(program, ['-q', ...user, file], { env, stdio: 'ignore' });
    await untilListening(port);
  };
  const dispose = async (): Promise<void> => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await dispose();
    throw error;
  }
  const urlOf = (address: string): string => {
    const url = new URL(address);
    url.port = String(port);
    return url.href;
  };
  return { version, keepsStatements, urlOf, kill, start, [Symbol.asyncDispose]: dispose };
}

async function findVersion(program: string, env: NodeJS.ProcessEnv): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { env });
    return /PgBouncer ([\d.]+)/.exec(stdout)?.[1] ?? '';
  } catch (error) {
    const message = `PgBouncer is missing (${program}): install it (apt-get install pgbouncer), or name it in PGBOUNCER.`;
    throw new Error(message, { cause: error });
  }
}

function settingsFor(databases: PooledDatabases, listen: number, keepsStatements: boolean): string {
  const lines = Object.entries(databases).map(([name, address]) => {
    const { hostname, port, username, password } = new URL(address);
    return `${name} = host=${hostname} port=${port} user=${username} password=${password}`;
  });
  return `[databases]
${lines.join('\n')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_login_retry = 1
default_pool_size = ${POOL_SIZE}
max_client_conn = 2000
${keepsStatements ? 'max_prepared_statements = 200' : ''}
`;
}

async function untilListening(port: number): Promise<void> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    if (performance.now() > deadline) throw new Error('PgBouncer did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
