import type { ClientRequest, IncomingMessage } from 'node:http';

export interface Exchange {
  readonly body: string | Uint8Array | undefined;
  readonly bodyBytesMax: number;
  readonly onEnd: (end: () => void) => void;
  readonly isOver: () => boolean;
  readonly onSent: (() => void) | undefined;
}

export interface RawAnswer {
  readonly status: number;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array<ArrayBuffer>;
  /** Whether the body may be longer than what was read. */
  readonly isCut: boolean;
}

/** Keeps a connection only when its answer was read completely; any other is destroyed. */
export function exchange(
  request: ClientRequest,
  { body, bodyBytesMax, onEnd, isOver, onSent }: Exchange,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    onEnd(() => request.destroy(new Error('aborted')));
    // If the process was paused while dialling, the connection may complete before the deadline's timer runs.
    const endLate = (): void => void (isOver() && request.destroy(new Error('aborted')));
    request.once('socket', (socket) => {
      for (const event of ['connect', 'secureConnect']) if (socket.connecting) socket.once(event, endLate);
    });
    // The listener stays, because a connection may also fail after its answer.
    request.on('error', (error) => {
      request.destroy();
      reject(error);
    });
    // We never request an upgrade, so this is the whole answer.
    request.once('upgrade', ({ statusCode = 0, rawHeaders }, socket) => {
      socket.destroy();
      resolve({ status: statusCode, rawHeaders, body: new Uint8Array(), isCut: false });
    });
    request.once('response', (answer) => {
      readUpTo(answer, bodyBytesMax).then(
        (read) => {
          // If the answer came before the whole request was sent, the connection's state is unknown and it must not be reused.
          if (read.isStopped || !request.writableFinished) request.destroy();
          resolve({
            status: answer.statusCode ?? 0,
            rawHeaders: answer.rawHeaders,
            body: read.body,
            isCut: read.isCut,
          });
        },
        (error: unknown) => {
          request.destroy();
          reject(error);
        },
      );
    });
    if (onSent !== undefined) {
      request.once('finish', () => request.reusedSocket && onSent());
      request.once('response', onSent);
    }
    request.end(body);
  });
}

interface ReadBody {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly isStopped: boolean;
  readonly isCut: boolean;
}

function readUpTo(answer: IncomingMessage, bytesMax: number): Promise<ReadBody> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const stop = (isStopped: boolean): void => {
      const isCut = isStopped && (size > bytesMax || answer.headers['content-length'] !== String(size));
      resolve({ body: Buffer.concat(chunks).subarray(0, bytesMax), isStopped, isCut });
    };
    answer.on('data', (chunk: Uint8Array) => {
      if (size >= bytesMax) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size >= bytesMax) stop(true);
    });
    answer.once('end', () => stop(false));
    answer.once('error', reject);
    answer.once('aborted', () => reject(new Error('aborted')));
  });
}
