import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { inject } from 'vitest';
import { dropDatabase, runAsAdmin } from './postgres-server.ts';

export interface PostgresDatabase extends AsyncDisposable {
  readonly url: string;
}

let adminUrl: Promise<string> | undefined;

/** A new empty database on the run's shared PostgreSQL; dropped when disposed. */
export async function createPostgresDatabase(): Promise<PostgresDatabase> {
  adminUrl ??= askBroker(inject('postgresBrokerPort'));
  const admin = await adminUrl;
  const name = `t_${randomBytes(8).toString('hex')}`;
  await runAsAdmin(admin, `CREATE DATABASE ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, [Symbol.asyncDispose]: () => dropDatabase(admin, url.href) };
}

function askBroker(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('end', () => (text.startsWith('postgres://') ? resolve(text) : reject(new Error(text))));
    socket.on('error', reject);
  });
}
