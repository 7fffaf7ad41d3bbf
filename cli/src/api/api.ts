import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../outcome/failure.ts';
import { type Query, withQuery } from './path.ts';
import { refusal, unexpectedAnswer, unreachable } from './reply-failure.ts';
import { SILENCE_MS, SilenceTimeout } from './silence.ts';
import { type UploadAnswer, upload } from './upload.ts';

const TRIES = 4;
const FIRST_DELAY_MS = 250;
const DELAY_MS_MAX = 30_000;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ApiRequest {
  readonly method?: Method;
  readonly query?: Query;
  readonly json?: unknown;
  readonly body?: {
    readonly type: string;
    readonly bytes: Uint8Array | Readable | AsyncIterable<Uint8Array>;
    readonly size?: number;
  };
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Envelope<Data = unknown> {
  readonly data: Data;
  readonly count?: number;
  readonly cursor?: string | null;
}

export type Records = Envelope<readonly Record<string, unknown>[]>;

export interface Download {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface ApiOptions {
  readonly origin: string;
  readonly token?: string | undefined;
  readonly signal: AbortSignal;
  /** `cli` or `mcp`: the audit log shows which client made a change. */
  readonly client: string;
  readonly silenceMs?: number;
}

/** The service's HTTP API with one token, which is sent to one origin only. */
export class Api {
  readonly origin: string;
  readonly #options: ApiOptions;

  constructor(options: ApiOptions) {
    this.origin = options.origin;
    this.#options = options;
  }

  async get<Data>(path: string, query?: Query): Promise<Envelope<Data>> {
    return this.call<Data>(path, query === undefined ? {} : { query });
  }

  /** Sends one request and reads the whole response. Reads are retried, changes are not. */
  async call<Data>(path: string, request: ApiRequest = {}): Promise<Envelope<Data>> {
    const text = await this.text(path, request);
    const answer = readEnvelope<Data>(text);
    if (answer === undefined) throw unexpectedAnswer(this.#named(path, request));
    return answer;
  }

  async text(path: string, request: ApiRequest = {}): Promise<string> {
    return this.#again(request, async () => {
      const { body } = await this.#send(path, request);
      return collect(body);
    });
  }

  /** Retries until the response starts, like any read; the caller handles failures after that. */
  async download(path: string, request: ApiRequest = {}): Promise<Download> {
    return this.#again(request, () => this.#send(path, request));
  }

  async #again<Result>(request: ApiRequest, attempt: () => Promise<Result>): Promise<Result> {
    const tries = (request.method ?? 'GET') === 'GET' ? TRIES : 1;
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt();
      } catch (error) {
        const retry = error instanceof Failure ? error.facts.retry : undefined;
        if (retry === undefined || tried >= tries) throw error;
        const delayMs = retry.afterMs ?? FIRST_DELAY_MS * 2 ** (tried - 1);
        if (delayMs > DELAY_MS_MAX) throw error;
        await sleep(delayMs, undefined, { signal: this.#options.signal });
      }
    }
  }

  async #send(path: string, request: ApiRequest): Promise<Download> {
    const { signal, silenceMs = SILENCE_MS } = this.#options;
    const named = this.#named(path, request);
    const silence = new SilenceTimeout(signal, silenceMs);
    const failure = (error: unknown): unknown => {
      silence.end();
      if (signal.aborted) return signal.reason;
      // After an abort, the abort's reason is the cause, not the connection error that follows from it.
      return unreachable(named, silence.signal.aborted ? silence.signal.reason : error);
    };
    try {
      const answer = await this.#answer(named.url, request, silence);
      const body = heardBody(answer, silence, failure);
      if (answer.status >= 200 && answer.status < 300) return { status: answer.status, headers: answer.headers, body };
      throw refusal(named, answer, await collect(body));
    } catch (error) {
      throw error instanceof Failure ? error : failure(error);
    }
  }

  async #answer(url: string, request: ApiRequest, silence: SilenceTimeout): Promise<UploadAnswer> {
    const { method = 'GET', json, body } = request;
    const { signal } = silence;
    const headers = this.#headers(request);
    if (body !== undefined && !(body.bytes instanceof Uint8Array)) {
      return upload(url, { method, headers, bytes: heardBytes(body.bytes, silence.heard), signal });
    }
    const sent = json === undefined ? body?.bytes : JSON.stringify(json);
    return fetch(url, {
      method,
      headers,
      signal,
      redirect: 'manual',
      cache: 'no-store',
      ...(sent !== undefined && { body: sent as NonNullable<RequestInit['body']> }),
    });
  }

  #headers({ json, body, headers }: ApiRequest): Readonly<Record<string, string>> {
    const { token, client } = this.#options;
    const type = json === undefined ? body?.type : 'application/json';
    return {
      accept: 'application/json',
      'x-service-client': client,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(type !== undefined && { 'content-type': type }),
      ...(body?.size !== undefined && { 'content-length': String(body.size) }),
      ...headers,
    };
  }

  #named(path: string, { method = 'GET', query }: ApiRequest) {
    return { method, url: `${this.#options.origin}${withQuery(path, query)}` };
  }
}

function readEnvelope<Data>(text: string): Envelope<Data> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isEnvelope = typeof value === 'object' && value !== null && ('data' in value || 'count' in value);
    return isEnvelope ? (value as Envelope<Data>) : undefined;
  } catch {
    return undefined;
  }
}

async function* heardBody(
  answer: UploadAnswer,
  silence: SilenceTimeout,
  failure: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of answer.body ?? []) {
      silence.heard();
      yield chunk;
    }
  } catch (error) {
    throw failure(error);
  } finally {
    silence.end();
  }
}

async function* heardBytes(bytes: AsyncIterable<Uint8Array>, heard: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    heard();
    yield chunk;
  }
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
