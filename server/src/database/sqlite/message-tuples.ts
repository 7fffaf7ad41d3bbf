import type { Reply, ReplyTuple, Request, RequestOf, RequestTuple } from './protocol.ts';

// Only this file knows the order of the fields (docs/decisions/0023-messages-as-tuples.md).

type FieldOf<Op extends Request['op']> = Exclude<keyof RequestOf<Op>, 'id' | 'op' | 'store'>;

const FIELDS: { readonly [Op in Request['op']]: Readonly<Record<FieldOf<Op>, true>> } = {
  query: { text: true, values: true },
  list: { list: true },
  write: { schemaVersion: true, nextSchemaVersion: true, steps: true, idempotency: true },
  note_count: { tableId: true, rows: true, version: true },
  page_after: { text: true, values: true, after: true, format: true },
  save_ids: { text: true, values: true, file: true },
  page_among: { text: true, values: true, file: true, position: true, format: true },
  drop_ids: { file: true },
  snapshot: { file: true },
  snapshot_rows: { text: true, values: true },
  snapshot_next: {},
  snapshot_query: { text: true, values: true },
  load: { steps: true },
  adopt_index: { index: true, table: true, text: true, from: true, triggers: true },
  checkpoint: {},
  log_length: {},
  close_store: {},
  remove_store: {},
  ping: {},
};

const FIELD_NAMES = new Map(Object.entries(FIELDS).map(([op, fields]) => [op, Object.keys(fields)]));

export function encodeRequest(request: Request): RequestTuple {
  const tuple: [number, string, string, ...unknown[]] = [request.id, request.op, request.store];
  const fields = request as unknown as Readonly<Record<string, unknown>>;
  for (const name of FIELD_NAMES.get(request.op) ?? []) tuple.push(fields[name]);
  return tuple;
}

export function decodeRequest(tuple: RequestTuple): Request {
  const [id, op, store] = tuple;
  const names = FIELD_NAMES.get(op);
  if (names === undefined) throw new Error('a torn message');
  const request: Record<string, unknown> = { id, op, store };
  for (const [index, name] of names.entries()) request[name] = tuple[index + 3];
  return request as unknown as Request;
}

export function encodeReply(reply: Reply): ReplyTuple {
  return 'error' in reply ? [reply.id, null, reply.error] : [reply.id, reply.value];
}

export function decodeReply([id, value, error]: ReplyTuple): Reply {
  return error === undefined ? { id, value } : { id, error: error as Extract<Reply, { error: unknown }>['error'] };
}
