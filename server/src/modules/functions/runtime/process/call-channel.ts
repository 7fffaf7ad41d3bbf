import { createDeadlines, type Deadlines } from '../../../../platform/deadlines.ts';
import { inBackground } from '../../../../platform/in-background.ts';
import { ENDED } from '../asks/refusals.ts';
import type { TurnBudget } from '../turns/turn-budget.ts';
import type { Turns } from '../turns/turns.ts';
import { FRAMES_MAX, type Frame, framesOf, isLarge, messagesOf, type UnnumberedFrame } from '../wire/frames.ts';
import { ANSWER_BYTES_MAX, ASKS_AT_ONCE } from '../wire/protocol.ts';
import { Replies } from './replies.ts';
import { openWebSocket, type WebSocketClient } from './web-socket.ts';

/** `cut`: the channel ended before the answer; `unsent`: it ended before taking the call. */
export type ChannelAnswer = Frame | 'timeout' | 'cut' | 'unsent';

export interface ChannelCall {
  readonly functionName: string;
  readonly frame: UnnumberedFrame;
  readonly timeoutMs: number;
  readonly onAsk: (question: string) => Promise<readonly UnnumberedFrame[]>;
}

export interface CallChannel {
  send(call: ChannelCall): Promise<ChannelAnswer>;
  readonly isOpen: boolean;
  readonly callsUnderWay: number;
  readonly openedMs: number;
  /** Takes no more calls. The channel ends with its last call, which cancels everything that its calls left running. */
  retire(): void;
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
  readonly turns: Turns;
  /** Called when the process sent something that the shim never sends. */
  onViolation(): void;
}

export function openCallChannel(host: ChannelHost): CallChannel {
  return inBackground(() => new SocketChannel(host));
}

class SocketChannel implements CallChannel {
  readonly openedMs = Date.now();
  readonly #members = new Map<number, Member>();
  readonly #deadlines: Deadlines;
  readonly #socket: WebSocketClient;
  readonly #turns: Turns;
  #outgoing: Frame[] = [];
  #lastId = 0;
  #asksAfterEnd = 0;
  #isRetired = false;
  #hasEnded = false;

  constructor({ path, budget, turns, onViolation }: ChannelHost) {
    this.#turns = turns;
    this.#deadlines = createDeadlines(() => this.#endLateCalls());
    const limits = { messageBytesMax: MESSAGE_BYTES_MAX, budget };
    this.#socket = openWebSocket(path, limits, {
      onViolation,
      onMessage: (message) => {
        const replies = new Replies((frame) => this.#add(frame));
        for (const frame of framesOf(message, FRAMES_MAX)) this.#onFrame(frame, replies);
      },
      onEnd: (wasOpen) => {
        this.#hasEnded = true;
        this.#deadlines.end();
        for (const id of [...this.#members.keys()]) this.#settle(id, wasOpen ? 'cut' : 'unsent');
      },
    });
  }

  get isOpen(): boolean {
    return !this.#isRetired && !this.#hasEnded;
  }

  get callsUnderWay(): number {
    return this.#members.size;
  }

  send(call: ChannelCall): Promise<ChannelAnswer> {
    return new Promise((resolve) => {
      const id = ++this.#lastId;
      const sentMs = Date.now();
      const deadlineMs = performance.now() + call.timeoutMs;
      this.#deadlines.add(deadlineMs);
      this.#members.set(id, { call, deadlineMs, sentMs, probeMs: sentMs + PROBE_AFTER_MS, asksUnderWay: 0, resolve });
      this.#add({ ...call.frame, id });
    });
  }

  retire(): void {
    this.#isRetired = true;
    if (this.#members.size === 0) this.#socket.end();
  }

  probe(nowMs: number): void {
    for (const [id, member] of this.#members) {
      if (member.asksUnderWay > 0 || nowMs < member.probeMs) continue;
      member.probeMs = Number.POSITIVE_INFINITY;
      this.#add({ kind: 'probe', id, number: 0, texts: [] });
    }
  }

  end(): void {
    this.#socket.end();
  }

  #add(frame: Frame): void {
    if (this.#outgoing.length === 0) setImmediate(() => this.#sendQueued());
    this.#outgoing.push(frame);
  }

  #sendQueued(): void {
    const frames = this.#outgoing;
    this.#outgoing = [];
    for (const message of messagesOf(frames)) this.#socket.send(message);
  }

  #settle(id: number, answered: ChannelAnswer): void {
    const member = this.#members.get(id);
    if (member === undefined) return;
    this.#members.delete(id);
    member.resolve(answered);
    if (this.#isRetired && this.#members.size === 0) this.#socket.end();
  }

  #endLateCalls(): void {
    const nowMs = performance.now();
    for (const [id, { deadlineMs }] of this.#members) {
      if (deadlineMs > nowMs) this.#deadlines.add(deadlineMs);
      else {
        this.#isRetired = true;
        this.#add({ kind: 'cancel', id, number: 0, texts: [] });
        this.#settle(id, 'timeout');
      }
    }
  }

  #onFrame(frame: Frame, replies: Replies): void {
    if (frame.kind !== 'ask') this.#requireGiven(frame.id);
    switch (frame.kind) {
      case 'ask':
        this.#onAsk(frame, replies);
        break;
      case 'value':
      case 'nothing':
      case 'thrown':
      case 'response':
      case 'too_large':
      case 'hung':
        this.#settle(frame.id, frame);
        break;
      case 'waits':
        this.#onWaits(frame.id);
        break;
      default:
        throw new Error('The process sent a message of an unknown kind.');
    }
    if (isLarge(frame)) this.#add({ kind: 'taken', id: frame.id, number: 0, texts: [] });
  }

  #requireGiven(id: number): void {
    if (id > this.#lastId) throw new Error('The process named a call that it was not given.');
  }

  #onAsk({ id, number: callId, texts: [question = ''] }: Frame, replies: Replies): void {
    this.#requireGiven(callId);
    replies.expect();
    const answer = (frames: readonly UnnumberedFrame[]): void => replies.add(frames.map((frame) => ({ ...frame, id })));
    const member = this.#members.get(callId);
    if (member === undefined) {
      this.#asksAfterEnd += 1;
      if (this.#asksAfterEnd > ASKS_AT_ONCE * this.#lastId) throw new Error('Finished calls made too many requests.');
      answer([REFUSED]);
      return;
    }
    if (member.asksUnderWay >= ASKS_AT_ONCE) throw new Error('The process made too many requests at once.');
    member.asksUnderWay += 1;
    this.#turns(() => this.#startAsk(member, question, answer));
  }

  #startAsk(member: Member, question: string, answer: (frames: readonly UnnumberedFrame[]) => void): void {
    member.call.onAsk(question).then(
      (frames) => {
        member.asksUnderWay -= 1;
        answer(frames);
      },
      () => this.#socket.end(),
    );
  }

  #onWaits(id: number): void {
    const member = this.#members.get(id);
    if (member !== undefined) member.probeMs = 2 * Date.now() - member.sentMs;
  }
}
