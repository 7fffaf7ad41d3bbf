import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from '../has-body.ts';

/** How long an unread body may still arrive before its connection is cut, so that the caller can first read the answer. */
const UNREAD_BODY_MS = 2000;

/** Ends answers whose requests have not arrived as a whole. */
const heldEnds = new WeakMap<object, () => void>();

/** Delays the end while the body still arrives: closing then resets the connection, and the answer may be lost. */
export function endAnswer(request: IncomingMessage, response: ServerResponse, body: string | Uint8Array = ''): void {
  if (!discardUnreadBody(request, response)) {
    response.end(body);
    return;
  }
  // Node sends the headers with the first bytes of a body, and a HEAD request gets none.
  if (body.length === 0 || request.method === 'HEAD') response.flushHeaders();
  else response.write(body);
  const end = (): void => void response.end();
  heldEnds.set(response, end);
  request.once('end', end).once('close', end);
}

/** Ends an answer whose request will never arrive as a whole. Returns whether the answer waited for that. */
export function endHeldAnswer(response: object): boolean {
  const end = heldEnds.get(response);
  end?.();
  return end !== undefined;
}

/** Reads the rest of a request's body and drops it. Returns whether some of it has not arrived yet. */
export function discardUnreadBody(request: IncomingMessage, response: ServerResponse): boolean {
  if (!hasBody(request) || request.readableEnded) return false;
  // A reader that stopped early leaves its listener behind, which would keep the rest from flowing. Without such a listener the call
  // would itself stop a stream that flows.
  if (request.listenerCount('readable') > 0) request.removeAllListeners('readable');
  request.resume();
  if (request.complete || request.destroyed) return false;
  setTimeout(() => {
    if (!request.complete) response.req.socket.destroy();
  }, UNREAD_BODY_MS).unref();
  return true;
}
