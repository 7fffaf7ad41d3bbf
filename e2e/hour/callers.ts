import { type ApiAnswer, createApiClient } from '../harness/api-client.ts';
import { ADMIN_TOKEN } from '../harness/service-process.ts';
import type { Outages } from './outages.ts';
import type { Places } from './places.ts';
import type { Rotation } from './rotation.ts';

const SHOWN_MAX = 200;
const TRIES_MAX = 120;
const RETRY_MS = 1_000;

/** One request, and what it needs. */
export interface HourRequest {
  readonly kind: string;
  /** Undefined for requests that may need any database. */
  readonly project?: string | undefined;
  /** Writes of a project wait while it is moved, and may be refused then. */
  readonly isWrite: boolean;
  readonly method: string;
  /** Below `/api`. */
  readonly path: string;
  readonly body?: unknown;
  /** A form is sent as it is. */
  readonly form?: FormData;
}

interface KindFigures {
  sent: number;
  answered: number;
  /** Refused or unanswered, because of a part that was down. */
  readonly excused: Map<string, number>;
  longestMs: number;
}

type Outcome = ApiAnswer | 'refused connection' | 'no answer';

/** Sends requests through the balancer and notes each failure that nothing excuses. */
export class Callers {
  readonly figures = new Map<string, KindFigures>();
  readonly violations: string[] = [];
  /** The first failure of each kind that was excused. */
  readonly examples = new Map<string, string>();
  readonly #rotation: Rotation;
  readonly #outages: Outages;
  readonly #places: Places;

  constructor(rotation: Rotation, outages: Outages, places: Places) {
    this.#rotation = rotation;
    this.#outages = outages;
    this.#places = places;
  }

  /** Resolves with the answer, or undefined when the outcome is unknown: there was none, or a status from 500. */
  async call(request: HourRequest): Promise<ApiAnswer | undefined> {
    const figures = this.#figuresOf(request.kind);
    figures.sent += 1;
    const from = performance.now();
    for (;;) {
      const { part, service } = await this.#rotation.next();
      const outcome = await send(service.url, request);
      // The request has not been sent, so any balancer tries another process.
      if (outcome === 'refused connection' && this.#outages.findDown([part], from, performance.now()) !== undefined)
        continue;
      return this.#note(request, outcome, { figures, part, from });
    }
  }

  /** Repeats a request that changes nothing, or nothing twice, until it succeeds or has been done before (409). */
  async must(request: HourRequest): Promise<ApiAnswer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.call(request);
      if (answer !== undefined && (answer.status < 300 || answer.status === 409)) return answer;
      if (tries === TRIES_MAX) throw new Error(`${request.method} ${request.path}: ${answer?.status} ${answer?.text}`);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  violate(what: string): void {
    this.violations.push(what);
    console.error(what);
  }

  #note(
    request: HourRequest,
    outcome: Outcome,
    { figures, part, from }: { figures: KindFigures; part: string; from: number },
  ): ApiAnswer | undefined {
    const until = performance.now();
    const isAnswered = typeof outcome !== 'string' && outcome.status < 500;
    if (isAnswered) {
      figures.answered += 1;
      const isDisturbed = this.#outages.findDown(this.#partsOf(request, part), from, until) !== undefined;
      if (!isDisturbed) figures.longestMs = Math.max(figures.longestMs, until - from);
      return outcome;
    }
    const text = typeof outcome === 'string' ? outcome : `${outcome.status} ${outcome.text.slice(0, SHOWN_MAX)}`;
    const excuse = this.#excuseOf(request, outcome, { part, from, until });
    if (excuse !== undefined) {
      figures.excused.set(excuse, (figures.excused.get(excuse) ?? 0) + 1);
      const example = `${request.kind}, ${excuse}`;
      if (!this.examples.has(example)) this.examples.set(example, text);
      return undefined;
    }
    const took = `${new Date().toISOString()} after ${(until - from).toFixed(0)} ms, ${part}`;
    this.violate(`${took}: ${request.kind} ${request.method} ${request.path}: ${text}`);
    return undefined;
  }

  #excuseOf(request: HourRequest, outcome: Outcome, at: { part: string; from: number; until: number }) {
    if (typeof outcome === 'string') return this.#outages.excuse([at.part], at.from, at.until);
    // A function's own statement failed, so its run did.
    const isOfFunction = outcome.status === 500 && outcome.text.includes('"function_error"');
    const isUnavailable = outcome.status === 503 && outcome.headers.has('retry-after');
    if (!isUnavailable && !isOfFunction) return undefined;
    return this.#outages.excuse(this.#partsOf(request, 'none'), at.from, at.until);
  }

  #partsOf({ project, isWrite }: HourRequest, process: string): readonly string[] {
    return [process, 'primary', 'pooler', ...this.#places.partsOf(project, isWrite)];
  }

  #figuresOf(kind: string): KindFigures {
    const known = this.figures.get(kind);
    if (known !== undefined) return known;
    const made = { sent: 0, answered: 0, excused: new Map<string, number>(), longestMs: 0 };
    this.figures.set(kind, made);
    return made;
  }
}

async function send(url: string, { method, path, body, form }: HourRequest): Promise<Outcome> {
  try {
    if (form === undefined) return await createApiClient(`${url}/api`, ADMIN_TOKEN).call(method, path, { body });
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const response = await fetch(`${url}/api${path}`, { method, headers, body: form });
    const text = await response.text();
    const parsed: unknown = JSON.parse(text);
    return { status: response.status, headers: response.headers, text, bytes: new Uint8Array(), body: parsed };
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    return Object(cause)['code'] === 'ECONNREFUSED' ? 'refused connection' : 'no answer';
  }
}
