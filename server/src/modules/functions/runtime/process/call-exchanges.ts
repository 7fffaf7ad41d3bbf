import type { RawAnswer } from './call-connection.ts';
import type { CallConnections } from './call-connections.ts';
import { type CallText, callFrame, callsFrame } from './call-frames.ts';
import { createFrameReader } from './read-frames.ts';

/** `cut`: the connection of several calls ended, because the process did, or because the runtime has given up the rest. */
export type Exchanged = RawAnswer | 'timeout' | 'ended' | 'cut';

/** Brings calls to the shim: each in an exchange of its own, or several that come at once in one. */
export interface CallExchanges {
  /** `isQuick`: it may share an exchange. When its time is over the runtime cancels it with the last of those it shares with. */
  send(call: CallText, timeoutMs: number, isQuick: boolean): Promise<Exchanged>;
  sendAlone(request: Buffer, timeoutMs: number): Promise<Exchanged>;
}

/** As many as a project may run; and texts of this length together. */
const TOGETHER_MAX = 16;
const TOGETHER_CHARACTERS_MAX = 256 * 1024;
const UNANSWERED: RawAnswer = { status: 500, headers: new Map(), body: Buffer.alloc(0) };

interface Member {
  readonly call: CallText;
  readonly timeoutMs: number;
  resolve(exchanged: Exchanged): void;
}

export function createCallExchanges(connections: CallConnections, answerBytesMax: number): CallExchanges {
  let waiting: Member[] = [];

  const exchange = (request: Buffer, timeoutMs: number, resolve: (exchanged: Exchanged) => void): void => {
    const connection = connections.take();
    const deadline = setTimeout(() => {
      resolve('timeout');
      connection.destroy();
    }, timeoutMs);
    connection.send(request).then(
      (answer) => {
        clearTimeout(deadline);
        connections.keep(connection);
        resolve(answer);
      },
      () => {
        clearTimeout(deadline);
        resolve('ended');
      },
    );
  };
  const sendAlone = (request: Buffer, timeoutMs: number): Promise<Exchanged> =>
    new Promise((resolve) => exchange(request, timeoutMs, resolve));

  const sendTogether = (members: readonly Member[]): void => {
    const connection = connections.take();
    const open = new Map(members.entries());
    let hasTimedOut = false;
    const settle = (at: number, exchanged: Exchanged): void => {
      const member = open.get(at);
      if (member === undefined) return;
      open.delete(at);
      clearTimeout(deadlines[at]);
      member.resolve(exchanged);
      // What is left of those that took too long must not go on.
      if (hasTimedOut && open.size === 0) connection.destroy();
    };
    const deadlines = members.map(({ timeoutMs }, at) =>
      setTimeout(() => {
        hasTimedOut = true;
        settle(at, 'timeout');
      }, timeoutMs),
    );
    const settleRest = (exchanged: Exchanged): void => {
      for (const at of [...open.keys()]) settle(at, exchanged);
    };
    connection.send(callsFrame(members.map(({ call }) => call)), createFrameReader(answerBytesMax, settle)).then(
      () => {
        connections.keep(connection);
        settleRest(UNANSWERED);
      },
      () => settleRest('cut'),
    );
  };

  const sendWaiting = (): void => {
    const members = waiting;
    waiting = [];
    for (let at = 0; at < members.length; at += TOGETHER_MAX) {
      const some = members.slice(at, at + TOGETHER_MAX);
      const [only] = some;
      if (some.length > 1) sendTogether(some);
      else if (only !== undefined) exchange(callFrame(only.call), only.timeoutMs, only.resolve);
    }
  };

  return {
    sendAlone,
    send: (call, timeoutMs, isQuick) => {
      const isSmall = call.body.length === 0 && call.head.length + call.payload.length <= TOGETHER_CHARACTERS_MAX;
      if (!isQuick || !isSmall) return sendAlone(callFrame(call), timeoutMs);
      return new Promise((resolve) => {
        // Those that have come by the end of this turn go together.
        if (waiting.length === 0) setImmediate(sendWaiting);
        waiting.push({ call, timeoutMs, resolve });
      });
    },
  };
}
