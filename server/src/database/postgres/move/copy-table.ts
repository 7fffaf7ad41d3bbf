import type { Duplex } from 'node:stream';
import type { Client, Submittable } from 'pg';
import type { DatabaseClient } from './database-client.ts';
import type { StoredTable } from './describe-store.ts';

const PIECE_BYTES = 64 * 1024;
/** A copy that makes no progress for this long is ended, because it delays the writes of its store. */
const STALLED_MS = 15_000;

/** Streams rows at the pace of the slower server; returns their bytes. Rejects after both sides have ended. */
export async function copyTable(
  source: DatabaseClient,
  target: DatabaseClient,
  { name, columns }: StoredTable,
): Promise<number> {
  if (columns === '') return 0;
  let movedAt = performance.now();
  const watch = setInterval(() => {
    if (performance.now() - movedAt < STALLED_MS) return;
    for (const client of [source, target]) client.destroy();
  }, 1000);
  const input = new CopyIn(target.stream, `COPY ${name} (${columns}) FROM STDIN`);
  const output = new CopyOut(`COPY ${name} (${columns}) TO STDOUT`, (piece) => {
    movedAt = performance.now();
    if (input.write(piece)) return;
    source.stream.pause();
    target.stream.once('drain', () => {
      movedAt = performance.now();
      source.stream.resume();
    });
  });
  try {
    await run(target.client, input, input.isReady);
    const sent = run(source.client, output, output.ended).then(
      () => input.end(),
      (error: unknown) => {
        input.fail('the source failed');
        throw error;
      },
    );
    // Either side may fail first, and then makes the other one fail.
    const failed = input.ended.catch((error: unknown) => {
      source.stream.resume();
      throw error;
    });
    await Promise.all([sent, failed]);
    return output.bytes;
  } finally {
    clearInterval(watch);
  }
}

async function run(client: Client, query: Submittable, until: Promise<void>): Promise<void> {
  until.catch(() => undefined);
  client.query(query);
  await until;
}

interface ProtocolConnection {
  query(text: string): void;
  sendCopyFromChunk(piece: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

abstract class CopyQuery {
  readonly #text: string;
  readonly #end = Promise.withResolvers<void>();
  protected connection: ProtocolConnection | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#end.promise.catch(() => undefined);
  }

  get ended(): Promise<void> {
    return this.#end.promise;
  }

  submit(connection: unknown): void {
    this.connection = connection as ProtocolConnection;
    this.connection.query(this.#text);
  }

  /** The client sends nothing more to a query after its error. */
  handleError(error: Error): void {
    this.#end.reject(error);
  }

  handleReadyForQuery(): void {
    this.#end.resolve();
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(_message: unknown): void {}
}

class CopyOut extends CopyQuery {
  readonly #onPiece: (piece: Buffer) => void;
  #piece = Buffer.allocUnsafe(PIECE_BYTES);
  #filled = 0;
  bytes = 0;

  constructor(text: string, onPiece: (piece: Buffer) => void) {
    super(text);
    this.#onPiece = onPiece;
  }

  /** The client reuses the memory of a message. */
  override handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#filled + chunk.length > PIECE_BYTES) this.#passOn();
    if (chunk.length > PIECE_BYTES) {
      this.bytes += chunk.length;
      this.#onPiece(Buffer.from(chunk));
      return;
    }
    chunk.copy(this.#piece, this.#filled);
    this.#filled += chunk.length;
  }

  override handleCommandComplete(): void {
    this.#passOn();
  }

  #passOn(): void {
    if (this.#filled === 0) return;
    this.bytes += this.#filled;
    const piece = this.#piece.subarray(0, this.#filled);
    this.#piece = Buffer.allocUnsafe(PIECE_BYTES);
    this.#filled = 0;
    this.#onPiece(piece);
  }
}

class CopyIn extends CopyQuery {
  readonly #stream: Duplex;
  readonly #ready = Promise.withResolvers<void>();

  constructor(stream: Duplex, text: string) {
    super(text);
    this.#stream = stream;
  }

  get isReady(): Promise<void> {
    return this.#ready.promise;
  }

  override handleCopyInResponse(): void {
    this.#ready.resolve();
  }

  override handleError(error: Error): void {
    super.handleError(error);
    this.#ready.reject(error);
  }

  /** False: wait until the socket drains. */
  write(piece: Buffer): boolean {
    this.connection?.sendCopyFromChunk(piece);
    return !this.#stream.writableNeedDrain;
  }

  end(): void {
    this.connection?.endCopyFrom();
  }

  fail(reason: string): void {
    this.connection?.sendCopyFail(reason);
  }
}
