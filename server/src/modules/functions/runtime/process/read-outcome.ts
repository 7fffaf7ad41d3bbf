import { HEADER, type ResponseHead, type ThrownBody } from '../protocol.ts';
import type { CallOutcome, ThrownOutcome } from '../runtime.ts';
import type { RawAnswer } from './call-connection.ts';

/**
 * What the shim says came of the call; undefined when the answer is not the shim's. Functions share the shim's process
 * and may have got it to say anything, so that nothing is taken over without a look at its kind.
 */
export function readOutcome({ headers, body }: RawAnswer): CallOutcome | undefined {
  const headBytes = Number(headers.get(HEADER.head));
  switch (headers.get(HEADER.outcome)) {
    case 'nothing':
      return { kind: 'value', json: undefined };
    case 'value':
      return { kind: 'value', json: body.toString('utf8') };
    case 'thrown':
      return thrownOutcome(parsed(body));
    case 'response':
      return responseOutcome(parsed(body.subarray(0, headBytes)), body.subarray(headBytes));
    case 'too_large':
      return { kind: 'too_large' };
    default:
      return undefined;
  }
}

/** Whether the function waited for nothing. */
export function wasSoon({ headers }: RawAnswer): boolean {
  return headers.get(HEADER.soon) === '1';
}

/** How many log lines the run had written. */
export function readLineCount({ headers }: RawAnswer): number {
  return Number(headers.get(HEADER.lines) ?? 0);
}

function thrownOutcome(thrown: Partial<Record<keyof ThrownBody, unknown>>): CallOutcome {
  const { name, message, stack, status, code, data } = thrown;
  const outcome: ThrownOutcome = {
    kind: 'thrown',
    name: String(name),
    message: String(message),
    stack: String(stack),
    ...(Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 499 && { status: Number(status) }),
    ...(typeof code === 'string' && { code }),
    ...(typeof data === 'string' && isJson(data) && { data }),
  };
  return isOutOfMemory(outcome) ? { kind: 'out_of_memory' } : outcome;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Memory outside of the heap runs out with an error instead of an end of the process. */
function isOutOfMemory({ name, message }: ThrownOutcome): boolean {
  return (
    name === 'RangeError' &&
    (message.includes('Array buffer allocation failed') || message.includes('could not allocate memory'))
  );
}

function responseOutcome(head: Partial<Record<keyof ResponseHead, unknown>>, body: Buffer): CallOutcome | undefined {
  const { status, headers } = head;
  const isHead = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599 && isPairs(headers);
  return isHead ? { kind: 'response', status: Number(status), headers, body } : undefined;
}

function isPairs(headers: unknown): headers is readonly (readonly [string, string])[] {
  const isPair = (pair: unknown): boolean =>
    Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string');
  return Array.isArray(headers) && headers.every(isPair);
}

function parsed(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(bytes.toString('utf8')));
  } catch {
    return {};
  }
}
