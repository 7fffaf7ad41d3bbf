/** The messages between the service and the shim. Both sides import this file, so it may import only types. */
export type FrameKind =
  /** To the shim. `number` of a call is 1 when its payload is also the request's body. */
  | 'call'
  | 'check'
  | 'cancel'
  | 'probe'
  | 'part'
  | 'json'
  | 'none'
  | 'refusal'
  | 'taken'
  /** To the service. `number` of an outcome counts its log lines; `number` of an ask is the id of its call. */
  | 'ask'
  | 'value'
  | 'nothing'
  | 'thrown'
  | 'response'
  | 'too_large'
  | 'hung'
  /** The call that was asked about still waits for something that may arrive. */
  | 'waits';

export interface Frame {
  readonly kind: FrameKind;
  /** Id of the call, or of the ask that is answered. */
  readonly id: number;
  readonly number: number;
  readonly texts: readonly string[];
  /** Sent after the texts, in a message of its own. */
  readonly bytes?: Uint8Array;
}

export type UnnumberedFrame = Omit<Frame, 'id'>;

/** Total length of the texts that share one message. */
const MESSAGE_CHARACTERS_MAX = 1024 * 1024;
/** Frames from this size on are sent one at a time, each after the other side has taken the previous one. */
const LARGE_FROM = 256 * 1024;
const HEAD_LENGTH_BYTES = 4;

/** Captured before any function could replace it. */
const { parse, stringify } = JSON;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function sizeOf({ texts, bytes }: Frame): number {
  return texts.reduce((size, text) => size + text.length, bytes?.length ?? 0);
}

export function isLarge(frame: Frame): boolean {
  return sizeOf(frame) >= LARGE_FROM;
}

/** Splits a text so that no part is too long for a message and no character is cut in two. */
export function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + MESSAGE_CHARACTERS_MAX);
    if (to < text.length && isFirstOfPair(text.charCodeAt(to - 1))) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

function isFirstOfPair(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

export function* messagesOf(frames: readonly Frame[]): Generator<string | Uint8Array<ArrayBuffer>> {
  let together: Frame[] = [];
  let size = 0;
  for (const frame of frames) {
    if (frame.bytes !== undefined) {
      yield packBytes(frame, frame.bytes);
      continue;
    }
    size += sizeOf(frame);
    if (size > MESSAGE_CHARACTERS_MAX && together.length > 0) {
      yield packText(together);
      together = [];
      size = sizeOf(frame);
    }
    together.push(frame);
  }
  if (together.length > 0) yield packText(together);
}

/** Packs frames without bytes into one message: a line of JSON that describes them, then their texts. */
function packText(frames: readonly Frame[]): string {
  const heads = frames.map(({ kind, id, number, texts }) => [kind, id, number, ...texts.map((text) => text.length)]);
  let all = `${stringify(heads)}\n`;
  for (const { texts } of frames) for (const text of texts) all += text;
  return all;
}

/** Packs a frame with bytes into one message: the length of its text, the text, the bytes. */
function packBytes(frame: Frame, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = encoder.encode(packText([frame]));
  const message = new Uint8Array(HEAD_LENGTH_BYTES + text.length + bytes.length);
  new DataView(message.buffer).setUint32(0, text.length);
  message.set(text, HEAD_LENGTH_BYTES);
  message.set(bytes, HEAD_LENGTH_BYTES + text.length);
  return message;
}

/** More than all running calls of a project and their requests can send at once. */
export const FRAMES_MAX = 2048;
/** A kind, two numbers and a few lengths as JSON. */
const HEAD_CHARACTERS_MAX = 64;

/**
 * Throws when the other side cannot have sent the message. `framesMax` bounds what an untrusted sender can make this
 * process parse, and is checked first.
 */
export function framesOf(message: string | Uint8Array, framesMax = Number.POSITIVE_INFINITY): readonly Frame[] {
  return typeof message === 'string' ? unpackText(message, framesMax) : [unpackBytes(message)];
}

function unpackText(message: string, framesMax: number): Frame[] {
  const line = message.indexOf('\n');
  if (line > framesMax * HEAD_CHARACTERS_MAX) throw notOurs();
  const heads: unknown = parse(message.slice(0, Math.max(line, 0)));
  if (!Array.isArray(heads) || heads.length === 0 || heads.length > framesMax) throw notOurs();
  let at = line + 1;
  const frames = heads.map((head: unknown): Frame => {
    if (!isHead(head)) throw notOurs();
    const [kind, id, number, ...lengths] = head;
    const texts = lengths.map((length) => {
      at += length;
      return message.slice(at - length, at);
    });
    return { kind, id, number, texts };
  });
  if (at !== message.length) throw notOurs();
  return frames;
}

function unpackBytes(message: Uint8Array): Frame {
  if (message.length < HEAD_LENGTH_BYTES) throw notOurs();
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const end = HEAD_LENGTH_BYTES + view.getUint32(0);
  if (end > message.length) throw notOurs();
  const [frame] = unpackText(decoder.decode(message.subarray(HEAD_LENGTH_BYTES, end)), 1);
  if (frame === undefined) throw notOurs();
  return { ...frame, bytes: message.subarray(end) };
}

/** Only requires a word as the kind; the reader of a frame checks which kind it is. */
function isHead(head: unknown): head is [FrameKind, number, number, ...number[]] {
  if (!Array.isArray(head) || head.length < 3 || typeof head[0] !== 'string') return false;
  return head.every((part, at) => at === 0 || (Number.isSafeInteger(part) && part >= 0));
}

function notOurs(): Error {
  return new Error('The message is not one that the other side sends.');
}
