import type { Bytes, FunctionCall } from '../function-call.ts';
import {
  CALL_PATH,
  CALLS_PATH,
  type CallHead,
  type CallSizes,
  CHECK_PATH,
  HEADER,
  PING_PATH,
  SAME_BODY,
} from '../protocol.ts';

const NOTHING = new Uint8Array();

/** One call on its way to the shim. */
export interface CallText {
  readonly head: string;
  readonly payload: string;
  /** The request's body where it is something else than the payload. */
  readonly body: Bytes;
  /** The payload is the request's body, too. */
  readonly isSame: boolean;
}

export function callText(call: FunctionCall, token: string, deadline: string): CallText {
  const { request, payload = '' } = call;
  const head: CallHead = {
    token,
    run: call.runId,
    project: call.projectId,
    function: call.functionName,
    deadline,
    user: call.user ?? null,
    secrets: call.secrets,
    request: request === undefined ? null : { method: request.method, url: request.url, headers: request.headers },
  };
  const body = request?.body ?? NOTHING;
  const isSame = body.length > 0 && Buffer.byteLength(payload) === body.length && Buffer.from(payload).equals(body);
  return { head: JSON.stringify(head), payload, body: isSame ? NOTHING : body, isSame };
}

/** One call as the bytes of an exchange. */
export function callFrame({ head, payload, body, isSame }: CallText): Buffer {
  const headBytes = Buffer.byteLength(head);
  const payloadBytes = Buffer.byteLength(payload);
  const textBytes = headBytes + payloadBytes;
  if (body.length === 0) {
    // Most calls: one text costs the process a third less to read than bytes.
    const sameLine = isSame ? `${HEADER.body}: ${SAME_BODY}\r\n` : '';
    return post(CALL_PATH, `${HEADER.text}: ${head.length}\r\n${sameLine}`, head + payload, textBytes, NOTHING);
  }
  const lines = `${HEADER.head}: ${headBytes}\r\n${HEADER.payload}: ${payloadBytes}\r\n`;
  return post(CALL_PATH, lines, head + payload, textBytes, body);
}

/** Several calls without bodies of their own as the bytes of one exchange. */
export function callsFrame(calls: readonly CallText[]): Buffer {
  const sizes = calls.map(({ head, payload, isSame }): CallSizes => [head.length, payload.length, isSame ? 1 : 0]);
  let text = '';
  for (const { head, payload } of calls) text += head + payload;
  return post(CALLS_PATH, `${HEADER.sizes}: ${JSON.stringify(sizes)}\r\n`, text, Buffer.byteLength(text), NOTHING);
}

export function checkFrame(functionName: string): Buffer {
  return post(CHECK_PATH, '', functionName, Buffer.byteLength(functionName), NOTHING);
}

export function pingFrame(id: string): Buffer {
  return post(PING_PATH, `${HEADER.ping}: ${id}\r\n`, '', 0, NOTHING);
}

function post(path: string, headerLines: string, text: string, textBytes: number, rest: Bytes): Buffer {
  const length = textBytes + rest.length;
  const head = `POST ${path} HTTP/1.1\r\nHost: shim\r\nContent-Length: ${length}\r\n${headerLines}\r\n`;
  const frame = Buffer.allocUnsafe(head.length + length);
  frame.write(head, 0, 'latin1');
  frame.write(text, head.length, 'utf8');
  frame.set(rest, head.length + textBytes);
  return frame;
}
