import type { LogLevel } from '../wire/protocol.ts';

export type Bytes = Uint8Array<ArrayBufferLike>;

export interface FunctionCall {
  readonly functionName: string;
  readonly runId: string;
  readonly projectId: string;
  readonly kind: 'http' | 'webhook' | 'scheduled' | 'manual';
  /** `ctx.payload` as JSON text; undefined when there is none. */
  readonly payload?: string | undefined;
  readonly request?: CallRequest | undefined;
  readonly user: unknown;
  readonly secrets: Readonly<Record<string, string>>;
  /** Time limit, counted from the moment the call leaves the queue. */
  readonly timeoutMs: number;
  /** A call by `ctx.functions.invoke`: uses the place of its calling run, because waiting for another could deadlock. */
  readonly isNested?: boolean;
  /** A run ordered for later: gives way to calls whose callers are waiting. */
  readonly isBackground?: boolean;
  readonly job?: JobOfRun | undefined;
  /** `ctx.delivery`; undefined for runs that no row change caused, so that outside senders cannot fake a delivery. */
  readonly delivery?: DeliveryOfRun | undefined;
  /** Called as soon as a line arrives, at most 256 times, never after the outcome. */
  onLog(line: LogLine): void;
  readonly bridge: Bridge;
}

export interface JobOfRun {
  readonly id: string;
  /** Starts at 1. */
  readonly attempt: number;
  readonly due_at: string;
}

export interface DeliveryOfRun {
  readonly webhook_id: string;
  readonly delivery_id: string;
  readonly depth: number;
}

export interface CallRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Bytes;
  /** Whether the body is the payload's text. */
  readonly isPayload?: boolean;
}

export interface LogLine {
  readonly at: string;
  readonly level: LogLevel;
  readonly message: string;
}

/** Answers one request of a function. A rejection is a bug; the function sees it as `internal_error`. */
export type Bridge = (ask: BridgeAsk) => Promise<BridgeReply>;

/** `args` are untrusted JSON. The argument of `storage.upload` describes the file; its body is separate. */
export type BridgeAsk =
  | {
      readonly op: DataOp;
      readonly table: string;
      /** Through `ctx.data.asCaller()`: with the caller's rights. */
      readonly isAsCaller: boolean;
      readonly args: readonly unknown[];
    }
  | { readonly op: 'storage.upload'; readonly args: readonly unknown[]; readonly body: AsyncIterable<Uint8Array> }
  | {
      /** `functions.stream` answers lines of JSON: `{text}` for each piece, and `{result}` at the end. */
      readonly op: StorageOp | 'messages.send' | 'functions.invoke' | 'functions.later' | 'functions.stream';
      readonly args: readonly unknown[];
    };

/** The first argument of `update` and `remove` is an id or `{filter}`; the order of arguments is that of contract §7. */
export type DataOp =
  | 'data.list'
  | 'data.count'
  | 'data.get'
  | 'data.insert'
  | 'data.update'
  | 'data.remove'
  | 'data.aggregate'
  | 'data.batch';

export type StorageOp =
  | 'storage.list'
  | 'storage.get'
  | 'storage.download'
  | 'storage.update'
  | 'storage.remove'
  | 'storage.sign';

/** JSON text, the bytes of `storage.download`, or a refusal; undefined is `undefined` in the function. */
export type BridgeReply =
  | { readonly json: string }
  | { readonly bytes: AsyncIterable<Uint8Array> }
  | { readonly refusal: Refusal }
  | undefined;

/** The function receives it as a thrown error with these fields, which match those of the HTTP API. */
export interface Refusal {
  readonly message: string;
  readonly code: string;
  readonly status: number;
  readonly details?: unknown;
}
