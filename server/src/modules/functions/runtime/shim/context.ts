import type { CallHead, LogLevel } from '../wire/protocol.ts';
import { ask } from './ask.ts';
import { createData } from './data.ts';
import type { Run } from './run.ts';
import { createStorage } from './storage.ts';
import { streamCall } from './stream-call.ts';
import { chosenError } from './thrown.ts';
import { verifierOf } from './verify.ts';
import { writeLine } from './write-line.ts';

export interface CallBodies {
  readonly payload: unknown;
  /** Gives the request's bytes, each time anew. */
  readBody(): Uint8Array;
}

/** The one argument of a function. */
export function createContext(run: Run, head: CallHead, { payload, readBody }: CallBodies): object {
  const readHeaders = once(() => headersOf(head));
  const body = once(readBody);
  return {
    payload,
    request: head.request === null ? null : requestOf(head.request, readHeaders, body),
    user: head.user,
    data: createData(run),
    storage: createStorage(run),
    messages: { send: (message: unknown) => ask(run, { op: 'messages.send', args: [message] }) },
    functions: {
      invoke: (name: unknown, value?: unknown) => invoke(run, name, value),
      stream: (name: unknown, value?: unknown) => streamCall(run, name, value),
    },
    secrets: Object.freeze(head.secrets),
    verifySignature: verifierOf(readHeaders, body),
    log: logOf(run),
    error: chosenError,
    project: head.project,
    function: head.function,
    run_id: head.run,
    deadline: head.deadline,
  };
}

/** Made when they are first looked at, as they cost more than the rest of the context. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function headersOf({ request }: CallHead): Headers {
  return new Headers(request?.headers.map(([name, value]): [string, string] => [name, value]));
}

function requestOf(
  { method, url }: { readonly method: string; readonly url: string },
  readHeaders: () => Headers,
  readBody: () => Uint8Array,
): object {
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

/** Never throws: what failed is in the result, as it is for those who call over HTTP. */
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
