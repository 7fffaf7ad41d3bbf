import { connect, type Socket } from 'node:net';
import { AnswerReader } from './answer-reader.ts';
import type { LoadJob, LoadResult } from './load-job.ts';

const LAST_ANSWERS_MS = 30_000;
const SAMPLES_MAX = 8_000_000;

/** Keeps one request running on each connection; warms up, then measures. */
export async function runLoad(job: LoadJob, onMeasuring: () => void): Promise<LoadResult> {
  const run = new LoadRun(job);
  const ended = run.start();
  await delay(job.warmUpMs);
  onMeasuring();
  run.startMeasuring();
  await delay(job.measureMs);
  const result = run.finish();
  await Promise.race([ended, delay(LAST_ANSWERS_MS)]);
  run.close();
  return result;
}

class LoadRun {
  readonly #job: LoadJob;
  readonly #requests: readonly Buffer[];
  readonly #sockets = new Set<Socket>();
  #latencies = new Float64Array(65_536);
  #answers = 0;
  #failures = 0;
  #firstFailure: string | undefined;
  #next = 0;
  #measuringSince = Number.POSITIVE_INFINITY;
  #isOver = false;
  #onIdle: () => void = () => undefined;

  constructor(job: LoadJob) {
    this.#job = job;
    this.#requests = job.requests.map((request) => Buffer.from(request));
  }

  start(): Promise<void> {
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    for (let index = 0; index < this.#job.connections; index++) this.#connect();
    return idle;
  }

  startMeasuring(): void {
    this.#measuringSince = performance.now();
  }

  finish(): LoadResult {
    this.#isOver = true;
    if (this.#answers === 0) this.#fail('there was no answer within the measured time');
    const elapsedMs = performance.now() - this.#measuringSince;
    const sorted = this.#latencies.subarray(0, this.#answers).sort();
    const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return {
      answers: this.#answers,
      elapsedMs,
      perSecond: (this.#answers * 1000) / elapsedMs,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      p99Ms: at(0.99),
      maxMs: at(1),
      failures: this.#failures,
      firstFailure: this.#firstFailure,
    };
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #connect(): void {
    const reader = new AnswerReader();
    let sentAt = 0;
    const send = (): void => {
      sentAt = performance.now();
      socket.write(this.#requests[this.#next++ % this.#requests.length] ?? '');
    };
    const receive = (count: number, buffer: Uint8Array): boolean => {
      const answer = reader.take(Buffer.from(buffer.buffer, buffer.byteOffset, count));
      if (answer === undefined) return true;
      this.#record(sentAt, answer.status, answer.text);
      if (this.#isOver) socket.destroy();
      else send();
      return true;
    };
    const { host, port } = this.#job;
    const socket = connect({ host, port, noDelay: true, onread: { buffer: Buffer.alloc(65_536), callback: receive } });
    this.#sockets.add(socket);
    socket.once('connect', send);
    socket.on('error', (error) => this.#fail(error.message));
    socket.once('close', () => this.#closed(socket));
  }

  #record(sentAt: number, status: number, text: string): void {
    if (status < 200 || status > 299) {
      this.#fail(text);
      return;
    }
    if (performance.now() < this.#measuringSince || this.#isOver || this.#answers === SAMPLES_MAX) return;
    if (this.#answers === this.#latencies.length) {
      const grown = new Float64Array(this.#latencies.length * 2);
      grown.set(this.#latencies);
      this.#latencies = grown;
    }
    this.#latencies[this.#answers++] = performance.now() - sentAt;
  }

  #fail(text: string): void {
    this.#failures += 1;
    this.#firstFailure ??= text;
  }

  #closed(socket: Socket): void {
    this.#sockets.delete(socket);
    if (!this.#isOver) {
      this.#fail('the server closed a connection');
      setTimeout(() => this.#connect(), 50);
    } else if (this.#sockets.size === 0) this.#onIdle();
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
