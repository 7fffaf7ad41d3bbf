import type { LogLevel } from '../wire/protocol.ts';

export type Bytes = Uint8Array<ArrayBufferLike>;

/** One run of a function: what it is given, and what it may reach. */
export interface FunctionCall {
  readonly functionName: string;
  readonly runId: string;
  readonly projectId: string;
  readonly kind: 'http' | 'webhook' | 'scheduled' | 'manual';
  /** `ctx.payload` as JSON text; undefined when there is none. */
  readonly payload?: string | undefined;
  /** `ctx.request`; undefined for runs that no request caused. */
  readonly request?: CallRequest | undefined;
  /** `ctx.user`: a JSON value or null. */
  readonly user: unknown;
  readonly secrets: Readonly<Record<string, string>>;
  /** How long it may run, from the moment it leaves the queue. */
  readonly timeoutMs: number;
  /** Asked for by `ctx.functions.invoke`: runs within the place of who asks, because waiting for another could be forever. */
  readonly isNested?: boolean;
  /** Ordered for later: gives way to calls that somebody waits for. */
  readonly isBackground?: boolean;
  /** `ctx.job`; undefined for runs that no job ordered. */
  readonly job?: JobOfRun | undefined;
  /** `ctx.delivery`; undefined for runs that no change of a row caused, so that nobody outside can pretend one. */
  readonly delivery?: DeliveryOfRun | undefined;
  /** Called as soon as the line arrives, at most 256 times, never after the outcome. */
  onLog(line: LogLine): void;
  /** Answers what the function asks for through `ctx`. Only while the function runs. */
  readonly bridge: Bridge;
}

/** The job of a run, as the function sees it. */
export interface JobOfRun {
  readonly id: string;
  /** From 1. */
  readonly attempt: number;
  /** ISO time. */
  readonly due_at: string;
}

/** The delivery that a run receives, as the function sees it. */
export interface DeliveryOfRun {
  readonly webhook_id: string;
  readonly delivery_id: string;
  /** From 1. */
  readonly depth: number;
}

export interface CallRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** As it was sent. */
  readonly body: Bytes;
  /** The body is the payload's text. */
  readonly isPayload?: boolean;
}

export interface LogLine {
  /** ISO time. */
  readonly at: string;
  readonly level: LogLevel;
  readonly message: string;
}

/** Answers one thing a function asks for. A rejection is a bug, and reaches the function as `internal_error`. */
export type Bridge = (ask: BridgeAsk) => Promise<BridgeReply>;

/** `args` are JSON values made by the function: nothing about them can be relied on. `storage.upload` has what is to be
 * stored besides its body as its one argument. */
export type BridgeAsk =
  | {
      readonly op: DataOp;
      readonly table: string;
      /** Through `ctx.data.asCaller()`: with the rights of who called. */
      readonly isAsCaller: boolean;
      readonly args: readonly unknown[];
    }
  | { readonly op: 'storage.upload'; readonly args: readonly unknown[]; readonly body: AsyncIterable<Uint8Array> }
  | {
      /** `functions.stream` answers lines of JSON: `{text}` for each piece, and `{result}` at the end. */
      readonly op: StorageOp | 'messages.send' | 'functions.invoke' | 'functions.later' | 'functions.stream';
      readonly args: readonly unknown[];
    };

/** `update` and `remove` are given an id or `{filter}` as their first argument; arguments stand as in contract §7. */
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

/** JSON text, or the bytes of `storage.download`, or why not; undefined is `undefined` in the function. */
export type BridgeReply =
  | { readonly json: string }
  | { readonly bytes: AsyncIterable<Uint8Array> }
  | { readonly refusal: Refusal }
  | undefined;

/** Thrown in the function as an error with these fields, which are those of the HTTP API. */
export interface Refusal {
  readonly message: string;
  readonly code: string;
  readonly status: number;
  readonly details?: unknown;
}
