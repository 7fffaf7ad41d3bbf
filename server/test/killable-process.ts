import { flushCompileCache } from 'node:module';
import { createConfig, readEnv } from '../src/config/index.ts';
import { createDatabase } from '../src/database/index.ts';
import { silentLogger } from '../src/platform/logger.ts';
import { createServer } from '../src/server.ts';
import './engines/statement-record.ts';
import { watchDatabase, watchFiles, watchSingleConnections } from './effects.ts';
import type { KillableMessage, KillableOrder, KillPoint } from './killable-server.ts';

/** Calls of a dead process are taken over by real time, whatever the clock says. */
const PROCESS_TIMES = { beatMs: 1000, goneMs: 3500 };

/**
 * Runs the service in a process that kills itself right before a given effect, as `kill -9` would, or reports its effects. Effects count
 * from the `count` order on.
 */
const names: string[] = [];
let isCounting = false;
let isFatal: (name: string) => boolean = () => false;
let isFatalCommit: (name: string) => boolean = () => false;

function onEffect(name: string): void {
  if (!isCounting) return;
  if (isFatal(name)) process.kill(process.pid, 'SIGKILL');
  names.push(name);
}

/** Commits are not counted, so only a pattern can name one. */
function onCommitted(name: string): void {
  if (isCounting && isFatalCommit(name)) process.kill(process.pid, 'SIGKILL');
}

function fatalOf(killAt: KillPoint | undefined): typeof isFatal {
  if (typeof killAt === 'string') return (name) => new RegExp(killAt).test(name);
  return () => names.length === killAt;
}

function tell(message: KillableMessage): void {
  process.send?.(message);
}

process.on('message', (order: KillableOrder) => {
  if (order.kind === 'count') {
    isCounting = true;
    isFatal = fatalOf(order.killAt);
    isFatalCommit = typeof order.killAt === 'string' ? isFatal : () => false;
    tell({ kind: 'counting' });
  } else {
    isCounting = false;
    tell({ kind: 'effects', names: names.splice(0) });
  }
});
// The parent is gone, so nothing else would end this process.
process.on('disconnect', () => process.exit());

const aheadMs = Number(process.argv[2] ?? 0);
const clock = { now: () => Date.now() + aheadMs };
const config = createConfig(readEnv(process.env).env);
await watchFiles(config.dataDir, onEffect);
watchSingleConnections(onEffect);
const url = config.database.engine === 'postgres' ? config.database.url : undefined;
const database = watchDatabase(await createDatabase({ url, directory: config.dataDir, clock }), onEffect, onCommitted);
const server = await createServer(config, { clock, database, logger: silentLogger, processTimes: PROCESS_TIMES });
tell({ kind: 'ready', url: server.url });
// Later processes start faster with it; there is no time for it when the process is killed.
flushCompileCache();
