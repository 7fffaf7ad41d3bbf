import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { inject } from 'vitest';
import { dropDatabase, runAsAdmin } from './postgres-server.ts';

export interface PostgresDatabase extends AsyncDisposable {
  readonly url: string;
}

let nodes: Promise<readonly string[]> | undefined;

/**
 * A new empty database on the run's shared PostgreSQL (on every node of a cluster), through a pooler if the run has one;
 * dropped when disposed.
 */
export async function createPostgresDatabase(): Promise<PostgresDatabase> {
  nodes ??= askBroker(inject('postgresBrokerPort'));
  const [first = '', ...others] = await nodes;
  const name = `t_${randomBytes(8).toString('hex')}`;
  const template = others.length === 0 ? '' : ' TEMPLATE citus_template';
  // The coordinator comes last, so that it finds the database on the other nodes.
  for (const node of [...others, first]) await runAsAdmin(node, `CREATE DATABASE ${name}${template}`);
  const url = new URL(first);
  url.pathname = `/${name}`;
  const direct = url.href;
  const drop = async (): Promise<void> => {
    for (const node of [first, ...others]) await dropDatabase(node, direct);
  };
  const pooler = inject('poolerPort');
  if (pooler !== undefined) url.port = String(pooler);
  return { url: url.href, [Symbol.asyncDispose]: drop };
}

function askBroker(port: number): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('end', () => (text.startsWith('postgres://') ? resolve(text.split(',')) : reject(new Error(text))));
    socket.on('error', reject);
  });
}
