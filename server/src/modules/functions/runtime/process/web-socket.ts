import { connect } from 'node:net';
import type { TurnBudget } from '../turns/turn-budget.ts';

/**
 * The process is untrusted: a huge message could exhaust the service's memory, so their size is limited, and their
 * content is not interpreted.
 */
export interface WebSocketClient {
  send(message: string | Uint8Array): void;
  end(): void;
}

export interface WebSocketListener {
  onMessage(message: string | Buffer): void;
  /** The process sent something that the runtime never sends. Called before `onEnd`. */
  onViolation(): void;
  /** Called once, whatever the reason for the end. `wasOpen`: whether anything was sent. */
  onEnd(wasOpen: boolean): void;
}

/** The handshake requires a key; it proves nothing on a socket that only the service can reach. */
const HANDSHAKE =
  'GET / HTTP/1.1\r\nHost: shim\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
const HEAD_BYTES_MAX = 16_384;
const TEXT = 1;
const BINARY = 2;
const FINAL = 0x80;
const MASKED = 0x80;

/** After this many messages, other connections get a turn. */
const MESSAGES_PER_TURN = 256;

export interface WebSocketLimits {
  readonly messageBytesMax: number;
  readonly budget: TurnBudget;
}

/** Speaks RFC 6455 as far as the runtime does: whole messages, no extensions. */
export function openWebSocket(
  path: string,
  { messageBytesMax, budget }: WebSocketLimits,
  listener: WebSocketListener,
): WebSocketClient {
  const socket = connect(path);
  const early: Buffer[] = [];
  let isOpen = false;
  let hasEnded = false;
  /** Whether the process has not yet taken everything that was sent to it. */
  let isBehind = false;
  /** Timer that resumes reading after other connections had a turn. */
  let resting: NodeJS.Timeout | undefined;

  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(resting);
    socket.destroy();
    listener.onEnd(isOpen);
  };
  const write = (bytes: Buffer): void => {
    // Stops reading until the process takes what was sent; otherwise the service would buffer without limit.
    if (socket.write(bytes)) return;
    isBehind = true;
    socket.pause();
  };
  const resume = (): void => {
    if (!isBehind && resting === undefined) socket.resume();
  };
  const rest = (ms: number): void => {
    socket.pause();
    resting = setTimeout(() => {
      resting = undefined;
      read(NOTHING);
      resume();
    }, ms);
  };
  const readMessages = createMessageReader(messageBytesMax, (message) => {
    if (!hasEnded) listener.onMessage(message);
  });
  const readHandshake = createHandshakeReader((more) => {
    isOpen = true;
    for (const bytes of early.splice(0)) write(bytes);
    read(more);
  });
  const read = (chunk: Buffer): void => {
    try {
      const isMore = budget.measure(() => (isOpen ? readMessages(chunk, MESSAGES_PER_TURN) : readHandshake(chunk)));
      const restMs = budget.restMs();
      if ((isMore === true || restMs > 0) && !hasEnded && resting === undefined) rest(restMs);
    } catch {
      if (!hasEnded) listener.onViolation();
      end();
    }
  };
  socket.on('drain', () => {
    isBehind = false;
    resume();
  });
  socket.on('data', read);
  socket.on('error', end);
  socket.on('close', end);
  socket.write(HANDSHAKE);

  return {
    send: (message) => {
      if (hasEnded) return;
      const bytes = frameOf(message);
      if (isOpen) write(bytes);
      else early.push(bytes);
    },
    end,
  };
}

function createHandshakeReader(onOpen: (rest: Buffer) => void): (chunk: Buffer) => void {
  let start: Buffer = Buffer.alloc(0);
  return (chunk) => {
    start = Buffer.concat([start, chunk]);
    const end = start.indexOf('\r\n\r\n');
    if (end === -1 && start.length <= HEAD_BYTES_MAX) return;
    if (end === -1 || !start.toString('latin1', 0, 13).startsWith('HTTP/1.1 101 ')) throw new Error('No WebSocket.');
    onOpen(start.subarray(end + 4));
  };
}

const NOTHING = Buffer.alloc(0);

/** Takes at most `messagesMax` at once; true when there are more. Throws when the bytes cannot be the runtime's. */
export function createMessageReader(
  bytesMax: number,
  onMessage: (message: string | Buffer) => void,
): (chunk: Buffer, messagesMax?: number) => boolean {
  let chunks: Buffer[] = [];
  let size = 0;
  /** Bytes needed until the next message is complete, as far as known. */
  let wanted = 2;

  const takeMessage = (bytes: Buffer, from: number): number | undefined => {
    const [first, short] = [bytes[from], bytes[from + 1]];
    if (first === undefined || short === undefined) return undefined;
    const isText = first === (FINAL | TEXT);
    if ((!isText && first !== (FINAL | BINARY)) || short > 127) throw new Error('Not a message.');
    const lengthBytes = short < 126 ? 0 : short === 126 ? 2 : 8;
    const start = from + 2 + lengthBytes;
    if (start > bytes.length) return undefined;
    const length =
      lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(from + 2) : longLength(bytes, from);
    if (length > bytesMax) throw new Error('The message is too long.');
    wanted = start + length - from;
    if (start + length > bytes.length) return undefined;
    const body = bytes.subarray(start, start + length);
    onMessage(isText ? body.toString('utf8') : body);
    return start + length;
  };

  return (chunk, messagesMax = Number.POSITIVE_INFINITY) => {
    if (chunk.length > 0) chunks.push(chunk);
    size += chunk.length;
    if (size < wanted) return false;
    const [only] = chunks;
    const bytes = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
    let from = 0;
    let next: number | undefined = 0;
    for (let taken = 0; next !== undefined && taken < messagesMax; taken += 1) {
      wanted = 2;
      next = takeMessage(bytes, from);
      from = next ?? from;
    }
    chunks = from === bytes.length ? [] : [bytes.subarray(from)];
    size = bytes.length - from;
    return next !== undefined && size > 0;
  };
}

function longLength(bytes: Buffer, from: number): number {
  return bytes.readUInt32BE(from + 2) * 2 ** 32 + bytes.readUInt32BE(from + 6);
}

/** Clients must mask their messages; a mask of zeros leaves them unchanged. */
function frameOf(message: string | Uint8Array): Buffer {
  const isText = typeof message === 'string';
  const length = isText ? Buffer.byteLength(message) : message.length;
  const lengthBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const start = 2 + lengthBytes + 4;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FINAL | (isText ? TEXT : BINARY);
  frame[1] = MASKED | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2);
  if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.fill(0, start - 4, start);
  if (isText) frame.write(message, start, 'utf8');
  else frame.set(message, start);
  return frame;
}
