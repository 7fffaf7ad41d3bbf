import type { BridgeAsk } from '../interface/function-call.ts';

type TextAsk = Exclude<BridgeAsk, { readonly op: 'storage.upload' }>;

const TEXT_OPS: ReadonlySet<unknown> = new Set<TextAsk['op']>([
  'data.list',
  'data.count',
  'data.get',
  'data.insert',
  'data.update',
  'data.remove',
  'data.aggregate',
  'data.batch',
  'storage.list',
  'storage.get',
  'storage.update',
  'storage.remove',
  'storage.sign',
  'messages.send',
  'functions.invoke',
  'functions.later',
]);

/** Requests that carry bytes or have streamed answers, and therefore use HTTP. */
const STREAM_OPS: ReadonlySet<unknown> = new Set<BridgeAsk['op']>([
  'storage.upload',
  'storage.download',
  'functions.stream',
]);

/** Throws when the shim did not send it. */
export function readTextAsk(parsed: unknown): BridgeAsk {
  const { op, table, isAsCaller, args } = Object(parsed) as Readonly<Record<string, unknown>>;
  if (!TEXT_OPS.has(op) || !Array.isArray(args)) throw invalidAsk();
  return { op, table: String(table), isAsCaller: isAsCaller === true, args } as BridgeAsk;
}

export function readStreamAsk(parsed: unknown, body: AsyncIterable<Uint8Array>): BridgeAsk {
  const { op, args } = Object(parsed) as Readonly<Record<string, unknown>>;
  if (!STREAM_OPS.has(op) || !Array.isArray(args)) throw invalidAsk();
  return { op, args, ...(op === 'storage.upload' && { body }) } as BridgeAsk;
}

function invalidAsk(): Error {
  return new Error('This request is unknown.');
}
