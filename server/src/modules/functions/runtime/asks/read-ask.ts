import type { BridgeAsk } from '../interface/function-call.ts';

/** Asks that are made and answered in texts. */
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

/** Asks that have bytes or are answered in pieces, and therefore go by HTTP. */
const STREAM_OPS: ReadonlySet<unknown> = new Set<BridgeAsk['op']>([
  'storage.upload',
  'storage.download',
  'functions.stream',
]);

/** Throws when it is not of the shim. */
export function readTextAsk(parsed: unknown): BridgeAsk {
  const { op, table, isAsCaller, args } = Object(parsed) as Readonly<Record<string, unknown>>;
  if (!TEXT_OPS.has(op) || !Array.isArray(args)) throw nothingToAsk();
  return { op, table: String(table), isAsCaller: isAsCaller === true, args } as BridgeAsk;
}

/** Throws when it is not of the shim. */
export function readStreamAsk(parsed: unknown, body: AsyncIterable<Uint8Array>): BridgeAsk {
  const { op, args } = Object(parsed) as Readonly<Record<string, unknown>>;
  if (!STREAM_OPS.has(op) || !Array.isArray(args)) throw nothingToAsk();
  return { op, args, ...(op === 'storage.upload' && { body }) } as BridgeAsk;
}

function nothingToAsk(): Error {
  return new Error('That is nothing to ask for.');
}
