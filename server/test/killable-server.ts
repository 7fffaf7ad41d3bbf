import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findProgram } from '../../e2e/harness/service-program.ts';
import { KILLABLE } from './engines/service-bundle.ts';
import { RECORD_VARIABLE } from './engines/statement-record.ts';
import { ADMIN_TOKEN } from './start-test-server.ts';

/**
 * Number of an effect, from 0, or a pattern of its name (the first match). `^committed` names the moment after a
 * transaction, before any caller has learned of it.
 */
export type KillPoint = number | string;

export type KillableOrder =
  | { readonly kind: 'count'; readonly killAt: KillPoint | undefined }
  | { readonly kind: 'tell' };

export type KillableMessage =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'counting' }
  | { readonly kind: 'effects'; readonly names: readonly string[] };

/** The service in a process that dies at a given effect, not at a given time. */
export interface KillableServer {
  readonly url: string;
  /** Starts counting effects; the process dies right before `killAt`. */
  count(killAt?: KillPoint): Promise<void>;
  /** The effects since `count`, in order. */
  effects(): Promise<readonly string[]>;
  kill(): Promise<void>;
}

export interface KillableOptions {
  readonly dataDir: string;
  /** How far its clock is ahead, so that leases of dead processes have expired. */
  readonly aheadMs: number;
  readonly env: Readonly<Record<string, string>>;
}

export async function startKillableServer({ dataDir, aheadMs, env }: KillableOptions): Promise<KillableServer> {
  const { file, compileCache } = await findProgram();
  const child = fork(join(file, `../${KILLABLE}.mjs`), [String(aheadMs)], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCache,
      [RECORD_VARIABLE]: process.env[RECORD_VARIABLE],
      PORT: '0',
      SERVICE_MODE: 'production',
      SERVICE_DATA_DIR: dataDir,
      SERVICE_ADMIN_TOKEN: ADMIN_TOKEN,
      SERVICE_RATE_LIMITS: 'off',
      ...env,
    },
  });
  const { url } = await heard(child, 'ready');
  return {
    url,
    async count(killAt) {
      child.send({ kind: 'count', killAt } satisfies KillableOrder);
      await heard(child, 'counting');
    },
    async effects() {
      child.send({ kind: 'tell' } satisfies KillableOrder);
      return (await heard(child, 'effects')).names;
    },
    async kill() {
      if (child.signalCode !== null || child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

type ReceivedMessage<Kind extends KillableMessage['kind']> = Extract<KillableMessage, { readonly kind: Kind }>;

async function heard<Kind extends KillableMessage['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<ReceivedMessage<Kind>> {
  const ended = new AbortController();
  const stop = (): void => ended.abort(new Error('The service has ended.'));
  child.once('exit', stop);
  try {
    for (;;) {
      const [message] = (await once(child, 'message', { signal: ended.signal })) as [KillableMessage];
      if (message.kind === kind) return message as ReceivedMessage<Kind>;
    }
  } finally {
    child.off('exit', stop);
  }
}
