import { createDeadlines } from '../../../../platform/deadlines.ts';
import { ENDED } from '../asks/refusals.ts';
import type { TurnBudget } from '../turns/turn-budget.ts';
import { FRAMES_MAX, type Frame, framesOf, isLarge, messagesOf, type UnnumberedFrame } from '../wire/frames.ts';
import { ANSWER_BYTES_MAX, ASKS_AT_ONCE } from '../wire/protocol.ts';
import { Replies } from './replies.ts';
import { openWebSocket } from './web-socket.ts';

/**
 * The shim's answer; `timeout`; `cut` when the channel ended before the answer; `unsent` when it ended before taking
 * the call.
 */
export type ChannelAnswer = Frame | 'timeout' | 'cut' | 'unsent';

export interface ChannelCall {
  readonly functionName: string;
  readonly frame: UnnumberedFrame;
  readonly timeoutMs: number;
  /** Answers the function's requests while its call is running. */
  readonly onAsk: (question: string) => Promise<readonly UnnumberedFrame[]>;
}

/** A WebSocket to a process that carries any number of concurrent calls and their requests. */
export interface CallChannel {
  send(call: ChannelCall): Promise<ChannelAnswer>;
  /** False when it takes no more calls: it has ended, or ends with its last running call. */
  readonly isOpen: boolean;
  readonly callsUnderWay: number;
  readonly openedMs: number;
  /** Takes no more calls. The channel ends with its last call; the runtime then cancels whatever those calls left running. */
  retire(): void;
  /** Asks the shim about calls that may wait for something that can never come. */
  probe(nowMs: number): void;
  end(): void;
}

interface Member {
  readonly call: ChannelCall;
  /** On the monotonic clock. */
  readonly deadlineMs: number;
  readonly sentMs: number;
  /** Time of the next probe; infinite while the answer to the last probe is awaited. */
  probeMs: number;
  asksUnderWay: number;
  resolve(answered: ChannelAnswer): void;
}

/** An answer with its framing; requests of functions are smaller. */
const MESSAGE_BYTES_MAX = ANSWER_BYTES_MAX + 1024 * 1024;
/** A call without open requests is probed after this time, and again each time its duration has doubled. */
const PROBE_AFTER_MS = 100;
const REFUSED: UnnumberedFrame = { kind: 'refusal', number: 0, texts: [JSON.stringify(ENDED)] };

export interface ChannelHost {
  readonly path: string;
  readonly budget: TurnBudget;
  /** Called when the process sent something that the shim never sends. */
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
    // All frames of this turn go into one write.
    if (outgoing.length === 0) setImmediate(sendTogether);
    outgoing.push(frame);
  };
  const settle = (id: number, answered: ChannelAnswer): void => {
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
    if (id > lastId) throw new Error('The process named a call that it was not given.');
  };
  const onAsk = ({ id, number: callId, texts: [question = ''] }: Frame, replies: Replies): void => {
    requireGiven(callId);
    replies.expect();
    const answer = (frames: readonly UnnumberedFrame[]): void => replies.add(frames.map((frame) => ({ ...frame, id })));
    const member = members.get(callId);
    if (member === undefined) {
      lateAsks += 1;
      if (lateAsks > ASKS_AT_ONCE * lastId) throw new Error('Finished calls made too many requests.');
      answer([REFUSED]);
      return;
    }
    if (member.asksUnderWay >= ASKS_AT_ONCE) throw new Error('The process made too many requests at once.');
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
        throw new Error('The process sent a message of an unknown kind.');
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
