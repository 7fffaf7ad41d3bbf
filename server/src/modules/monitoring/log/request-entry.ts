import { callerName, type ObservedAnswer, type ObservedRequest } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';

const USER_AGENT_MAX = 300;
const ERROR_MAX = 500;
const METHOD_MAX = 16;

export interface RequestEntry {
  /** ISO time of the start of the request. */
  readonly at: string;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly caller: string | null;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly runId: string | null;
}

export function requestEntry(request: ObservedRequest, answer: ObservedAnswer, nowMs: number): RequestEntry {
  const { caller, raw } = request;
  const { failure } = answer;
  const userAgent = raw.headers['user-agent'];
  return {
    at: isoTime(Math.round(nowMs - answer.durationMs)),
    requestId: request.requestId,
    method: (raw.method ?? '').slice(0, METHOD_MAX),
    path: storable(request.path),
    status: answer.status,
    code: failure?.code ?? null,
    error: failure === undefined ? null : storable(failure.message.slice(0, ERROR_MAX)),
    durationMs: Math.round(answer.durationMs * 100) / 100,
    caller: caller === undefined ? null : callerName(caller),
    ip: request.ip,
    userAgent: userAgent === undefined ? null : storable(userAgent.slice(0, USER_AGENT_MAX)),
    runId: request.runId ?? null,
  };
}

/** Messages may quote what a caller sent, but databases reject NUL and lone surrogates. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Approximate size of an entry: its texts, plus 200 bytes for numbers, ids and keys. */
export function bytesOf({ path, error, userAgent, caller, ip }: RequestEntry): number {
  return 200 + path.length + (error?.length ?? 0) + (userAgent?.length ?? 0) + (caller?.length ?? 0) + ip.length;
}
