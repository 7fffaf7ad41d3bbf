/**
 * The types of a function: its argument `ctx` and its optional export `config`. Types only; the package contains no
 * code that runs.
 *
 * @example
 * ```ts
 * import type { Config, Context } from '@service/functions/server';
 *
 * export const config: Config = { trigger: 'http', access: 'authenticated' };
 *
 * export default async function (ctx: Context<{ title: string }>) {
 *   return await ctx.data.asCaller().table('tasks').insert({ title: ctx.payload.title });
 * }
 * ```
 */

import type {
  Delivery,
  FunctionName,
  Message,
  Payload as PayloadOf,
  Result as ResultOf,
  RowFields,
  StoredFile,
  AuthUser as User,
  Visibility,
} from '@service/client';

export type { Delivery, Message, RowFields, StoredFile, User, Visibility };

/** Options of a function that is deployed with the app: `export const config: Config = { … }`. */
export interface Config {
  readonly trigger?: 'http' | 'webhook' | 'scheduled';
  /** The callers that may invoke an `http` function; default `public`. */
  readonly access?: 'public' | 'authenticated' | 'private' | `role:${string}`;
  /** When a `scheduled` function runs: five cron fields, or a nickname such as `@daily`. */
  readonly schedule?: '@hourly' | '@daily' | '@weekly' | '@monthly' | '@yearly' | (string & {});
  /** An IANA time zone such as `Europe/Berlin`; default UTC. */
  readonly timezone?: string;
}

/**
 * The one argument of a function.
 *
 * @typeParam Payload - What callers send; nothing checks it, so look at it before you rely on it.
 */
export interface Context<Payload = unknown, Request extends FunctionRequest | null = FunctionRequest> {
  /** The JSON body of an `http` call, or undefined if it has none; the event of a `scheduled` run. */
  readonly payload: Payload;
  /** The original request; null for `scheduled` functions. */
  readonly request: Request;
  /** The signed-in user, or null. Comes from the session, never from the payload. */
  readonly user: User | null;
  /** The rows of the project, not restricted by any rule. */
  readonly data: Data;
  readonly storage: Storage;
  readonly messages: {
    send(message: Message): Promise<Delivery>;
  };
  readonly functions: {
    /**
     * Calls another `http` function of the project, at most 16 levels deep. Never throws: check `success`. The name
     * decides the types of payload and result, if `service-env.d.ts` is part of the compilation and lists the function.
     * Private functions are not listed: name their result, as in `invoke<Result>(…)`.
     */
    invoke<Result = DeclaredResult, Name extends CallableName = string>(
      name: Name,
      ...call: PayloadArgument<Name>
    ): Promise<InvokeResult<CallResult<Result, Name>>>;
    /**
     * Calls a function of the service that streams its answer, `ai_call`, and yields the texts as they are produced.
     * The call starts immediately and continues even if nothing reads it. Never throws: check `success` of the result.
     *
     * @example
     * ```ts
     * const answer = ctx.functions.stream('ai_call', { prompt: 'Tell me a story.' });
     * for await (const text of answer) ctx.log.info(text);
     * const { success, data } = await answer.result;
     * ```
     */
    stream<Result = DeclaredResult, Name extends CallableName = string>(
      name: Name,
      ...call: PayloadArgument<Name>
    ): StreamedCall<CallResult<Result, Name>>;
    /**
     * Schedules a run of another `http` function, now or up to 366 days ahead, as the user of this call. The job is
     * stored when the promise resolves, and retried when it fails. Throws with `code` and `status`, such as
     * `function_not_found` or `rate_limited`.
     *
     * @example
     * ```ts
     * await ctx.functions.later('send_welcome', { id: ctx.user.id }, { after_s: 3 * 86_400, key: `welcome-${ctx.user.id}` });
     * ```
     */
    later<Name extends CallableName = string>(
      name: Name,
      ...call: [...PayloadArgument<Name>, options?: LaterOptions]
    ): Promise<OrderedJob>;
  };
  /** The job of this run; null for runs that were not scheduled with `later`. Its `id` is the same in every attempt. */
  readonly job: { readonly id: string; readonly attempt: number; readonly due_at: string } | null;
  /** The change that a webhook to `function:<name>` delivers to a `webhook` function; null for requests from outside. */
  readonly delivery: { readonly webhook_id: string; readonly delivery_id: string; readonly depth: number } | null;
  /** The project's secrets, frozen. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  /**
   * Whether this secret signed the exact bytes of the request. Never throws, and takes the same time for every wrong
   * signature. An empty or missing secret gives false.
   *
   * @example
   * ```ts
   * if (!ctx.verifySignature(ctx.secrets.STRIPE_SECRET)) throw ctx.error('bad signature', { status: 401 });
   * ```
   */
  verifySignature(secret: string | undefined, options?: SignatureOptions): boolean;
  /** Writes to the log of the run, like `console`. A run keeps 256 lines of 8 KB. */
  readonly log: Log;
  /**
   * Creates an error that sets the status of the answer, 400 to 499; throw it.
   *
   * @example
   * ```ts
   * throw ctx.error('That is sold out.', { status: 409, code: 'sold_out', data: { left: 0 } });
   * ```
   */
  error(message: string, choice?: ErrorChoice): Error;
  readonly project: string;
  readonly function: string;
  readonly run_id: string;
  /** When the run is aborted, as ISO time. */
  readonly deadline: string;
}

/** `ctx` of a `webhook` function. The returned value is the answer: a `Response` is sent unchanged, other values as JSON. */
export type WebhookContext = Context<undefined>;

/** `ctx` of a `scheduled` function. */
export type ScheduledContext = Context<ScheduledEvent, null>;

export interface ScheduledEvent {
  /** ISO time. */
  readonly scheduled_for: string;
  readonly trigger: 'schedule' | 'manual';
}

export interface FunctionRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: Headers;
  /** The exact bytes of the request's body. */
  readonly body: Uint8Array;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/** Columns of a table by name. Say which to have them checked: `ctx.data.table<{ title: string }>('tasks')`. */
// biome-ignore lint/suspicious/noExplicitAny: columns are not known here, and a row must be of use without a cast.
export type Columns = Readonly<Record<string, any>>;

/**
 * The columns of the project's tables by name. Empty here: the console's editor fills it in, and so may a project.
 *
 * @example
 * ```ts
 * declare module '@service/functions/server' {
 *   interface KnownTables {
 *     tasks: { title: string; done: boolean };
 *   }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: projects add to it, which only an interface allows.
export interface KnownTables {}

export interface Tables {
  table<Name extends keyof KnownTables>(name: Name): Table<KnownTables[Name]>;
  table<Row extends object = Columns>(name: string): Table<Row>;
}

export interface Data extends Tables {
  /** Restricts access to the rights of the caller. */
  asCaller(): Tables;
}

/** A filter as text, `status:eq:open,price:gte:10`, or as an object, `{ status: 'open', price: { gte: 10 } }`. */
export type Filter = string | Readonly<Record<string, unknown>>;

export interface ListOptions {
  readonly filter?: Filter | readonly Filter[];
  /** Words that must occur in a row's searchable columns; without `order`, the most relevant rows come first. */
  readonly search?: string;
  /** For example `created_at:desc,title`. */
  readonly order?: string | readonly string[];
  readonly select?: string | readonly string[];
  /** 0 to 1000; default 100. */
  readonly limit?: number;
  readonly offset?: number;
  /** Only rows that follow this place: one row's values of the columns in `order`, then its `id`. Not with `offset`. */
  readonly after?: readonly unknown[];
  /** Only rows that precede this place, in the same order. */
  readonly before?: readonly unknown[];
}

/** The errors of these methods have the `code`, `status` and `details` of the HTTP API: see {@link RefusedError}. */
export interface Table<Row extends object> {
  list(options?: ListOptions): Promise<(Row & RowFields)[]>;
  /** The number of matching rows. */
  count(options?: Pick<ListOptions, 'filter' | 'search'>): Promise<number>;
  /** Null if the row does not exist, or the caller may not see it. */
  get(id: string): Promise<(Row & RowFields) | null>;
  insert(row: Partial<Row & RowFields>): Promise<Row & RowFields>;
  /** 1 to 100 rows; all are inserted or none. */
  insert(rows: readonly Partial<Row & RowFields>[]): Promise<(Row & RowFields)[]>;
  update(id: string, patch: Partial<Row>): Promise<Row & RowFields>;
  /** Resolves with the number of updated rows. */
  update(which: Which, patch: Partial<Row>): Promise<number>;
  /** Resolves with the removed row. */
  remove(id: string): Promise<Row & RowFields>;
  /** Resolves with the number of removed rows. */
  remove(which: Which): Promise<number>;
  /** The groups that `POST /data/:table/aggregate` returns. */
  aggregate(body: Readonly<Record<string, unknown>>): Promise<Columns[]>;
  /** One result per item, in order. All items or none, unless `atomic` is false. */
  batch(items: readonly BatchItem[], options?: { readonly atomic?: boolean }): Promise<Columns[]>;
}

/** The rows that match the filter, or every row. */
export type Which = { readonly filter: Filter | readonly Filter[] } | { readonly all: true };

export type BatchItem =
  | { readonly op: 'insert'; readonly data: Columns }
  | { readonly op: 'update'; readonly id: string; readonly data: Columns }
  | { readonly op: 'delete'; readonly id: string }
  | { readonly op: 'upsert'; readonly on: string; readonly data: Columns };

/** The error that `ctx.data`, `ctx.storage` and `ctx.messages` throw when the service refuses. */
export interface RefusedError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details?: unknown;
}

export interface NewFile {
  readonly name: string;
  readonly body: string | Uint8Array | ArrayBuffer | ArrayBufferView | Blob | ReadableStream;
  /** The display path, including the file's name. */
  readonly path?: string;
  /** Default `private`. */
  readonly visibility?: Visibility;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface Storage {
  upload(file: NewFile): Promise<StoredFile>;
  list(options?: Omit<ListOptions, 'select' | 'search'> & { readonly prefix?: string }): Promise<StoredFile[]>;
  get(id: string): Promise<StoredFile>;
  download(id: string): Promise<Uint8Array>;
  update(
    id: string,
    patch: Partial<Pick<StoredFile, 'name' | 'path' | 'visibility' | 'metadata'>>,
  ): Promise<StoredFile>;
  /** Resolves with the removed file. */
  remove(id: string): Promise<StoredFile>;
  /** A link that works without a key for 1 to 604800 seconds. */
  sign(id: string, options: { readonly expires_in: number }): Promise<string>;
}

/** Any text, because private functions can be called too; editors suggest the listed names. */
export type CallableName = FunctionName | (string & {});

/** The payload of a call, optional if the function takes none or its types are not known. */
export type PayloadArgument<Name> = Name extends FunctionName
  ? undefined extends PayloadOf<Name>
    ? [payload?: PayloadOf<Name>]
    : [payload: PayloadOf<Name>]
  : [payload?: unknown];

/** Stands for the result type that the function declares, if a call names no other. */
declare const DECLARED: unique symbol;
export type DeclaredResult = typeof DECLARED;

export type CallResult<Result, Name> = Result extends DeclaredResult
  ? Name extends FunctionName
    ? ResultOf<Name>
    : unknown
  : Result;

/** Options of a run that is scheduled with `later`. */
export interface LaterOptions {
  /** Seconds from now; cannot be combined with `at`. */
  readonly after_s?: number;
  /** RFC 3339 time with a zone. A time in the past means now. */
  readonly at?: string;
  /**
   * 1 to 200 characters. Only one job of the function can hold a key: until it fails or is cancelled, or for 24 hours
   * after it succeeds.
   */
  readonly key?: string;
  /** Retries after failures, 0 to 10; default 3. */
  readonly retries?: number;
}

/** The scheduled run, or the earlier one with the same key. */
export interface OrderedJob {
  readonly id: string;
  /** ISO time. */
  readonly due_at: string;
  readonly state: 'waiting' | 'running' | 'succeeded';
}

/** The answer of `ctx.functions.stream`: the texts in order, then the result. */
export interface StreamedCall<Result = unknown> extends AsyncIterable<string> {
  readonly result: Promise<InvokeResult<Result>>;
}

export type InvokeResult<Result = unknown> =
  | { readonly success: true; readonly data?: Result; readonly duration_ms: number }
  | {
      readonly success: false;
      readonly error: string;
      readonly code: string;
      readonly details?: unknown;
      /** The `data` that the function gave to `ctx.error`. */
      readonly data?: unknown;
      readonly request_id?: string;
      readonly duration_ms: number;
    };

export interface SignatureOptions {
  /** By default derived from the headers. */
  readonly scheme?: 'own' | 'github' | 'stripe' | 'standard_webhooks' | 'slack' | 'shopify';
  /** Replaces the scheme's usual header. */
  readonly header?: string;
  /** How far a signed time may lie in the past or future, in seconds; default 300. */
  readonly tolerance_s?: number;
}

export interface Log {
  (...values: unknown[]): void;
  debug(...values: unknown[]): void;
  info(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
}

export interface ErrorChoice {
  /** 400 to 499; any other value makes the call fail with 500 `function_error`. */
  readonly status?: number;
  readonly code?: string;
  /** JSON that is added beside `error` in the answer. */
  readonly data?: unknown;
}
