import { CLOSED_SOCKETS, type ThrownBody, TRUNCATED } from '../wire/protocol.ts';

const TEXT_CHARACTERS_MAX = 32_768;

interface Choice {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly data?: unknown;
}

/** Only errors from `ctx.error` choose the status of the answer; other errors with a `status` are ordinary failures. */
const choices = new WeakMap<object, Choice>();

export function chosenError(message: unknown, choice: Choice = {}): Error {
  const error = new Error(String(message));
  const { status, code, data } = Object(choice) as Choice;
  choices.set(error, { status, code, data });
  return Object.assign(error, { status, code, data });
}

/** Describes a thrown value of any kind; reading its properties may itself throw. */
export function describeThrown(thrown: unknown): ThrownBody {
  try {
    if (!(thrown instanceof Error)) return { name: 'Error', message: cut(textOf(thrown)), stack: '' };
    const { name, message, stack } = thrown;
    return {
      name: cut(String(name)),
      message: explained(cut(String(message))),
      stack: ownFrames(cut(String(stack))),
      ...chosen(thrown),
    };
  } catch {
    return { name: 'Error', message: 'The function threw something that cannot be read.', stack: '' };
  }
}

function textOf(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null ? (JSON.stringify(thrown) ?? String(thrown)) : String(thrown);
}

/** A megabyte of error text helps no reader, and an answer could not hold ten. */
function cut(text: string): string {
  return text.length <= TEXT_CHARACTERS_MAX ? text : `${text.slice(0, TEXT_CHARACTERS_MAX).toWellFormed()}${TRUNCATED}`;
}

/** The runtime does not say why a connection by `cloudflare:sockets` fails. */
function explained(message: string): string {
  return message.startsWith('proxy request failed') ? `${CLOSED_SOCKETS} (${message})` : message;
}

/** Removes the frames of this shim, which mean nothing to the author of the function. */
function ownFrames(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => !/^\s+at .*\bservice-shim:\d+/.test(line))
    .join('\n');
}

function chosen(error: Error): Partial<ThrownBody> {
  const choice = choices.get(error);
  if (choice === undefined) return {};
  const { status, code, data } = choice;
  const json = jsonOf(data);
  return {
    ...(Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 499 && { status: Number(status) }),
    ...(typeof code === 'string' && code !== '' && { code: cut(code) }),
    ...(json !== undefined && { data: json }),
  };
}

function jsonOf(data: unknown): string | undefined {
  try {
    return JSON.stringify(data);
  } catch {
    return undefined;
  }
}
