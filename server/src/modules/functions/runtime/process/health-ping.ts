import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { randomToken } from '../../../../platform/crypto.ts';
import { processorMs } from '../../../../platform/processor-time.ts';
import { HEADER } from '../wire/protocol.ts';

export interface HealthPing {
  /** When it resolves with true, every log line written before has arrived. */
  isAnswered(): Promise<boolean>;
  arrived(id: string): void;
}

const PING_MS = 250;
/** On a busy machine, a process that got no CPU time could not answer, so it gets more rounds. */
const ROUNDS_MAX = 8;
const BUSY_SHARE = 0.4;

export function createHealthPing(path: string, pid: number | undefined): HealthPing {
  const answers = new Map<string, () => void>();
  let asking: Promise<boolean> | undefined;

  const ask = async (): Promise<boolean> => {
    const id = randomToken(16);
    const connection = connect(path);
    connection.on('error', () => undefined);
    const arrives = new Promise<true>((resolve) => answers.set(id, () => resolve(true)));
    try {
      connection.write(`GET / HTTP/1.1\r\nHost: shim\r\n${HEADER.ping}: ${id}\r\n\r\n`);
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        const before = await processorMs(pid);
        if (await Promise.race([arrives, wait(PING_MS, false)])) return true;
        const after = await processorMs(pid);
        if (before === undefined || after === undefined || after - before >= PING_MS * BUSY_SHARE) return false;
      }
      return false;
    } finally {
      answers.delete(id);
      connection.destroy();
    }
  };
  return {
    isAnswered: () => {
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    arrived: (id) => answers.get(id)?.(),
  };
}
