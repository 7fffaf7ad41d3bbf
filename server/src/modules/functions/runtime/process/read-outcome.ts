import type { CallOutcome, ThrownOutcome } from '../interface/runtime.ts';
import type { Frame } from '../wire/frames.ts';
import type { ResponseHead, ThrownBody } from '../wire/protocol.ts';

const HANGS: ThrownOutcome = {
  kind: 'thrown',
  name: 'Error',
  message: 'The function waits for something that can never happen: nothing will ever settle its promise.',
  stack: '',
};

/** Undefined when invalid. Functions share the shim's process, so any field may be forged and all are checked. */
export function readOutcome({ kind, texts: [text = ''], bytes = NOTHING }: Frame): CallOutcome | undefined {
  switch (kind) {
    case 'nothing':
      return { kind: 'value', json: undefined };
    case 'value':
      return { kind: 'value', json: text };
    case 'thrown':
      return thrownOutcome(parsed(text));
    case 'response':
      return responseOutcome(parsed(text), bytes);
    case 'too_large':
      return { kind: 'too_large' };
    case 'hung':
      return HANGS;
    default:
      return undefined;
  }
}

const NOTHING = new Uint8Array();

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

/** Running out of memory outside the heap throws an error instead of ending the process. */
function isOutOfMemory({ name, message }: ThrownOutcome): boolean {
  return (
    name === 'RangeError' &&
    (message.includes('Array buffer allocation failed') || message.includes('could not allocate memory'))
  );
}

function responseOutcome(
  head: Partial<Record<keyof ResponseHead, unknown>>,
  body: Uint8Array,
): CallOutcome | undefined {
  const { status, headers } = head;
  const isHead = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599 && isPairs(headers);
  return isHead ? { kind: 'response', status: Number(status), headers, body } : undefined;
}

function isPairs(headers: unknown): headers is readonly (readonly [string, string])[] {
  const isPair = (pair: unknown): boolean =>
    Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string');
  return Array.isArray(headers) && headers.every(isPair);
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
