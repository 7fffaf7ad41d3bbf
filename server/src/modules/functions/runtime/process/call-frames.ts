import type { Bytes, FunctionCall } from '../function-call.ts';
import { CALL_PATH, type CallHead, CHECK_PATH, HEADER, PING_PATH, SAME_BODY } from '../protocol.ts';

const NOTHING = new Uint8Array();

/** One call as the bytes that go to the shim. */
export function callFrame(call: FunctionCall, token: string, deadline: string): Buffer {
  const { request } = call;
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
  const headText = JSON.stringify(head);
  const payload = call.payload ?? '';
  const headBytes = Buffer.byteLength(headText);
  const payloadBytes = Buffer.byteLength(payload);
  const textBytes = headBytes + payloadBytes;
  const body = request?.body ?? NOTHING;
  const isSame = body.length > 0 && body.length === payloadBytes && Buffer.from(payload).equals(body);
  if (body.length === 0 || isSame) {
    // Most calls: one text costs the process a third less to read than bytes.
    const sameLine = isSame ? `${HEADER.body}: ${SAME_BODY}\r\n` : '';
    return post(CALL_PATH, `${HEADER.text}: ${headText.length}\r\n${sameLine}`, headText + payload, textBytes, NOTHING);
  }
  const lines = `${HEADER.head}: ${headBytes}\r\n${HEADER.payload}: ${payloadBytes}\r\n`;
  return post(CALL_PATH, lines, headText + payload, textBytes, body);
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
