const HEAD_END = Buffer.from('\r\n\r\n');
const CHUNKS_END = '0\r\n\r\n';

export interface ReadAnswer {
  readonly status: number;
  readonly text: string;
}

/** Parses the head once and only counts the body's bytes, so that the generator uses little CPU beside the server. */
export class AnswerReader {
  #status = 0;
  #head: Buffer | undefined;
  #missing = 0;
  #isChunked = false;
  #tail = '';
  #start = '';

  take(bytes: Buffer): ReadAnswer | undefined {
    if (this.#status !== 0) return this.#takeBody(bytes, 0);
    const whole = this.#head === undefined ? bytes : Buffer.concat([this.#head, bytes]);
    const end = whole.indexOf(HEAD_END);
    if (end < 0) {
      this.#head = Buffer.from(whole);
      return undefined;
    }
    this.#head = undefined;
    this.#readHead(whole, end);
    return this.#takeBody(whole, end + HEAD_END.length);
  }

  #readHead(bytes: Buffer, end: number): void {
    const head = bytes.toString('latin1', 0, end).toLowerCase();
    this.#status = Number(head.slice(9, 12));
    this.#start = this.#status < 300 ? '' : bytes.toString('latin1', 0, Math.min(bytes.length, 1000));
    const at = head.indexOf('\r\ncontent-length:');
    this.#isChunked = at < 0;
    this.#missing = at < 0 ? 0 : Number.parseInt(head.slice(at + 17, at + 32), 10);
    this.#tail = '';
  }

  #takeBody(bytes: Buffer, from: number): ReadAnswer | undefined {
    if (this.#isChunked) {
      this.#tail = (this.#tail + bytes.toString('latin1', Math.max(from, bytes.length - 5))).slice(-5);
      if (this.#tail !== CHUNKS_END) return undefined;
    } else {
      this.#missing -= bytes.length - from;
      if (this.#missing > 0) return undefined;
    }
    const answer = { status: this.#status, text: this.#start };
    this.#status = 0;
    return answer;
  }
}
