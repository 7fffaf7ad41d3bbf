import type { RequestHead } from '../wire/call-texts.ts';
import type { LogLevel } from '../wire/protocol.ts';
import { ask } from './ask.ts';
import { createData } from './data.ts';
import type { Run } from './run.ts';
import { createStorage } from './storage.ts';
import { streamCall } from './stream-call.ts';
import { chosenError } from './thrown.ts';
import { verifierOf } from './verify.ts';
import { writeLine } from './write-line.ts';

export interface CallValues {
  readonly project: string;
  readonly function: string;
  readonly run: string;
  readonly deadline: string;
  readonly user: unknown;
  /** Frozen. */
  readonly secrets: object;
  readonly payload: unknown;
  readonly job: object | null;
  readonly delivery: object | null;
  readRequest(): RequestHead | null;
  /** Returns a new copy of the request's bytes each time. */
  readBody(): Uint8Array;
}

export function createContext(run: Run, call: CallValues): object {
  const requestHead = once(call.readRequest);
  const readHeaders = once(() => headersOf(requestHead()));
  const body = once(call.readBody);
  const request = once(() => requestOf(requestHead(), readHeaders, body));
  return {
    payload: call.payload,
    get request() {
      return request();
    },
    user: call.user,
    data: createData(run),
    storage: createStorage(run),
    messages: { send: (message: unknown) => ask(run, { op: 'messages.send', args: [message] }) },
    functions: {
      invoke: (name: unknown, value?: unknown) => invoke(run, name, value),
      later: (name: unknown, value?: unknown, options?: unknown) =>
        ask(run, { op: 'functions.later', args: [name, value ?? null, options] }),
      stream: (name: unknown, value?: unknown) => streamCall(run, name, value),
    },
    job: call.job,
    delivery: call.delivery,
    secrets: call.secrets,
    verifySignature: verifierOf(readHeaders, body),
    log: logOf(run),
    error: chosenError,
    project: call.project,
    function: call.function,
    run_id: call.run,
    deadline: call.deadline,
  };
}

/** Created at first access, because these objects cost more than the rest of the context. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function headersOf(request: RequestHead | null): Headers {
  const headers = new Headers();
  const sent = request?.headers ?? [];
  for (let at = 0; at < sent.length; at += 2) headers.append(sent[at] ?? '', sent[at + 1] ?? '');
  return headers;
}

function requestOf(head: RequestHead | null, readHeaders: () => Headers, readBody: () => Uint8Array): object | null {
  if (head === null) return null;
  const { method, url } = head;
  const text = (): string => new TextDecoder().decode(readBody());
  return {
    method,
    url,
    get headers() {
      return readHeaders();
    },
    get body() {
      return readBody();
    },
    text: async () => text(),
    json: async () => JSON.parse(text()),
  };
}

/** Never throws: a failure is part of the result, as for callers over HTTP. */
async function invoke(run: Run, name: unknown, payload: unknown): Promise<unknown> {
  try {
    return await ask(run, { op: 'functions.invoke', args: payload === undefined ? [name] : [name, payload] });
  } catch (error) {
    const { message, code } = Object(error) as { readonly message?: unknown; readonly code?: unknown };
    const why = typeof code === 'string' ? code : 'function_error';
    return { success: false, error: String(message), code: why, duration_ms: 0 };
  }
}

function logOf(run: Run): object {
  const line =
    (level: LogLevel) =>
    (...values: unknown[]): void =>
      writeLine(run, level, values);
  return Object.assign(line('info'), {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
  });
}
