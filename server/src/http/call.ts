import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Caller, MemberRole, Operator, Project } from '../callers/index.ts';
import type { Quota } from '../limits/index.ts';
import type { ClientAddresses } from './client-address.ts';
import type { Call } from './route.ts';

const PATH_SHOWN_MAX = 500;
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/** One request on its way through admission to its handler. Members that few handlers need are created on first use. */
export class RequestCall implements Call {
  readonly raw: IncomingMessage;
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly startedAt = performance.now();
  query: unknown = undefined;
  body: unknown = undefined;
  project: Project | undefined = undefined;
  caller: Caller | undefined = undefined;
  operator: Operator | undefined = undefined;
  role: MemberRole | undefined = undefined;
  runId: string | undefined = undefined;
  /** Fields that a failed answer has besides the usual ones. */
  failureFields: ((durationMs: number) => Readonly<Record<string, unknown>>) | undefined = undefined;
  spend: (writes: number) => void = spendNothing;
  countSigned: (isSigned: boolean) => void = spendNothing;
  /** Headers that admission adds to every answer, failures included (origins, limits), as name, value, name, value. */
  readonly extraHeaders: string[] = [];
  readonly #response: ServerResponse;
  readonly #addresses: ClientAddresses;
  #abort: AbortController | undefined = undefined;

  constructor(
    raw: IncomingMessage,
    response: ServerResponse,
    from: { requestId: string; params: Readonly<Record<string, string>> | undefined; addresses: ClientAddresses },
  ) {
    this.raw = raw;
    this.requestId = from.requestId;
    this.params = from.params ?? NO_PARAMS;
    this.#response = response;
    this.#addresses = from.addresses;
  }

  showQuota(quota: Quota): void {
    this.#setHeader('RateLimit-Limit', String(quota.limit));
    this.#setHeader('RateLimit-Remaining', String(quota.remaining));
    this.#setHeader('RateLimit-Reset', String(quota.resetSeconds));
  }

  #setHeader(name: string, value: string): void {
    const at = this.extraHeaders.indexOf(name);
    if (at === -1) this.extraHeaders.push(name, value);
    else this.extraHeaders[at + 1] = value;
  }

  trustForwarding(): void {
    this.#addresses.trust(this.raw);
  }

  noteRun(runId: string): void {
    this.runId = runId;
  }

  /** Leaves out the query, which may hold values that callers would not want in a log. */
  get path(): string {
    const [path = ''] = (this.raw.url ?? '').split('?');
    // A key that a caller put into the path by mistake must not be logged either.
    return path.slice(0, PATH_SHOWN_MAX).replaceAll(/(?<!\w)(sk|ct)(?:_|%5f)[\w%-]{20,}/gi, '$1_…');
  }

  get search(): string {
    const url = this.raw.url ?? '';
    const mark = url.indexOf('?');
    return mark === -1 ? '' : url.slice(mark + 1);
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  get ip(): string {
    return this.#addresses.ip(this.raw);
  }

  get isHttps(): boolean {
    return this.#addresses.isHttps(this.raw);
  }

  get stream(): Readable {
    return this.raw;
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      this.#abort = abort;
      if (this.#response.closed && !this.#response.writableFinished) abort.abort();
      this.#response.once('close', () => {
        if (!this.#response.writableFinished) abort.abort();
      });
    }
    return this.#abort.signal;
  }
}

function spendNothing(): void {}
