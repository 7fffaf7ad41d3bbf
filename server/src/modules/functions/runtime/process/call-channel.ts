import { createDeadlines } from '../../../../platform/deadlines.ts';
import { ENDED } from '../asks/refusals.ts';
import { FRAMES_MAX, type Frame, framesOf, isLarge, messagesOf, type Unnumbered } from '../wire/frames.ts';
import { ANSWER_BYTES_MAX, ASKS_AT_ONCE } from '../wire/protocol.ts';
import { Replies } from './replies.ts';
import type { TurnBudget } from './turn-budget.ts';
import { openWebSocket } from './web-socket.ts';

/** The answer of the shim; or its time was over, or the channel ended before it, or before it could take the call. */
export type Answered = Frame | 'timeout' | 'cut' | 'unsent';

export interface ChannelCall {
  readonly functionName: string;
  readonly frame: Unnumbered;
  readonly timeoutMs: number;
  /** Answers what the function asks for, as long as its answer is awaited. */
  readonly onAsk: (question: string) => Promise<readonly Unnumbered[]>;
}

/** One WebSocket to a process, with any number of calls under way on it and all that they ask for. */
export interface CallChannel {
  send(call: ChannelCall): Promise<Answered>;
  /** False when it takes no more calls: it has ended, or ends with the last of those it has. */
  readonly isOpen: boolean;
  readonly callsUnderWay: number;
  readonly openedMs: number;
  /** Takes no more calls. The runtime cancels what is left of its calls when it ends, which it does with the last of them. */
  retire(): void;
  /** Looks for calls that wait for what can never come. */
  probe(nowMs: number): void;
  end(): void;
}

interface Member {
  readonly call: ChannelCall;
  /** On the clock that is never set. */
  readonly deadlineMs: number;
  readonly sentMs: number;
  /** When it is looked at next; never while the answer to the last look is awaited. */
  probeMs: number;
  asksUnderWay: number;
  resolve(answered: Answered): void;
}

/** An answer with what goes around it; asks are smaller. */
const MESSAGE_BYTES_MAX = ANSWER_BYTES_MAX + 1024 * 1024;
/** A call that asks for nothing so long is looked at, and again whenever it has lasted twice as long. */
const PROBE_AFTER_MS = 100;
const REFUSED: Unnumbered = { kind: 'refusal', number: 0, texts: [JSON.stringify(ENDED)] };

export interface ChannelHost {
  /** Of the process's socket. */
  readonly path: string;
  readonly budget: TurnBudget;
  /** The process said what no shim says. */
  onViolation(): void;
}

export function openCallChannel({ path, budget, onViolation }: ChannelHost): CallChannel {
  const members = new Map<number, Member>();
  const openedMs = Date.now();
  let outgoing: Frame[] = [];
  let lastId = 0;
  let lateAsks = 0;
  let isRetired = false;
  let hasEnded = false;

  const sendTogether = (): void => {
    const frames = outgoing;
    outgoing = [];
    for (const message of messagesOf(frames)) socket.send(message);
  };
  const add = (frame: Frame): void => {
    // All frames of this turn go in one write.
    if (outgoing.length === 0) setImmediate(sendTogether);
    outgoing.push(frame);
  };
  const settle = (id: number, answered: Answered): void => {
    const member = members.get(id);
    if (member === undefined) return;
    members.delete(id);
    member.resolve(answered);
    if (isRetired && members.size === 0) socket.end();
  };
  const deadlines = createDeadlines(() => {
    const nowMs = performance.now();
    for (const [id, { deadlineMs }] of members) {
      if (deadlineMs > nowMs) deadlines.add(deadlineMs);
      else {
        isRetired = true;
        add({ kind: 'cancel', id, number: 0, texts: [] });
        settle(id, 'timeout');
      }
    }
  });
  const requireGiven = (id: number): void => {
    if (id > lastId) throw new Error('The shim knows no call that it was not given.');
  };
  const onAsk = ({ id, number: callId, texts: [question = ''] }: Frame, replies: Replies): void => {
    requireGiven(callId);
    replies.expect();
    const answer = (frames: readonly Unnumbered[]): void => replies.add(frames.map((frame) => ({ ...frame, id })));
    const member = members.get(callId);
    if (member === undefined) {
      lateAsks += 1;
      if (lateAsks > ASKS_AT_ONCE * lastId) throw new Error('Calls that are over asked for less.');
      answer([REFUSED]);
      return;
    }
    if (member.asksUnderWay >= ASKS_AT_ONCE) throw new Error('The shim asks for less at once.');
    member.asksUnderWay += 1;
    member.call.onAsk(question).then((frames) => {
      member.asksUnderWay -= 1;
      answer(frames);
    }, socket.end);
  };
  const onWaits = (id: number): void => {
    const member = members.get(id);
    const nowMs = Date.now();
    if (member !== undefined) member.probeMs = 2 * nowMs - member.sentMs;
  };
  const onFrame = (frame: Frame, replies: Replies): void => {
    if (frame.kind !== 'ask') requireGiven(frame.id);
    switch (frame.kind) {
      case 'ask':
        onAsk(frame, replies);
        break;
      case 'value':
      case 'nothing':
      case 'thrown':
      case 'response':
      case 'too_large':
      case 'hung':
        settle(frame.id, frame);
        break;
      case 'waits':
        onWaits(frame.id);
        break;
      default:
        throw new Error('The shim says no such thing.');
    }
    if (isLarge(frame)) add({ kind: 'taken', id: frame.id, number: 0, texts: [] });
  };
  const limits = { messageBytesMax: MESSAGE_BYTES_MAX, budget };
  const socket = openWebSocket(path, limits, {
    onViolation,
    onMessage: (message) => {
      const replies = new Replies(add);
      for (const frame of framesOf(message, FRAMES_MAX)) onFrame(frame, replies);
    },
    onEnd: (wasOpen) => {
      hasEnded = true;
      deadlines.end();
      for (const id of [...members.keys()]) settle(id, wasOpen ? 'cut' : 'unsent');
    },
  });

  return {
    openedMs,
    get isOpen() {
      return !isRetired && !hasEnded;
    },
    get callsUnderWay() {
      return members.size;
    },
    send: (call) =>
      new Promise((resolve) => {
        const id = ++lastId;
        const sentMs = Date.now();
        const deadlineMs = performance.now() + call.timeoutMs;
        deadlines.add(deadlineMs);
        members.set(id, { call, deadlineMs, sentMs, probeMs: sentMs + PROBE_AFTER_MS, asksUnderWay: 0, resolve });
        add({ ...call.frame, id });
      }),
    retire: () => {
      isRetired = true;
      if (members.size === 0) socket.end();
    },
    probe: (nowMs) => {
      for (const [id, member] of members) {
        if (member.asksUnderWay > 0 || nowMs < member.probeMs) continue;
        member.probeMs = Number.POSITIVE_INFINITY;
        add({ kind: 'probe', id, number: 0, texts: [] });
      }
    },
    end: socket.end,
  };
}
