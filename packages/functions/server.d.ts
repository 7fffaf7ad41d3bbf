/**
 * The types of a function: what it is given as `ctx`, and what it may export as `config`. Types only; nothing of this
 * package runs.
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

/** Options of a function that is deployed with the app: `export const config: Config = { … }`. */
export interface Config {
  /** The kind of event that runs the function. */
  readonly trigger?: 'http' | 'webhook' | 'scheduled';
  /** The callers that may invoke an `http` function; `public` when not said. */
  readonly access?: 'public' | 'authenticated' | 'private' | `role:${string}`;
  /** When a `scheduled` function runs: five cron fields, or a nickname. */
  readonly schedule?: '@hourly' | '@daily' | '@weekly' | '@monthly' | '@yearly' | (string & {});
  /** An IANA zone such as `Europe/Berlin`; UTC when not said. */
  readonly timezone?: string;
}

/**
 * The one argument of a function.
 *
 * @typeParam Payload - What callers send; nothing checks it, so look at it before you rely on it.
 */
export interface Context<Payload = unknown, Request extends FunctionRequest | null = FunctionRequest> {
  /** The JSON body of an `http` call, undefined when there is none; the event of a `scheduled` run. */
  readonly payload: Payload;
  /** The request as it came; null for `scheduled` functions. */
  readonly request: Request;
  /** The signed-in user, or null. Never taken from the payload. */
  readonly user: User | null;
  /** The rows of the project, past every rule. */
  readonly data: Data;
  /** The files of the project. */
  readonly storage: Storage;
  readonly messages: {
    /** Puts a message into the project's inbox. */
    send(message: Message): Promise<Delivery>;
  };
  readonly functions: {
    /** Calls another `http` function of the project. Never throws: look at `success`. At most 16 levels deep. */
    invoke<Result = unknown>(name: string, payload?: unknown): Promise<InvokeResult<Result>>;
    /**
     * Calls a function of the service that answers piece by piece, `ai_call`: the texts of the answer as they are made. The
     * call begins at once and goes on whether or not anybody reads. Never throws: look at `success` of the result.
     *
     * @example
     * ```ts
     * const answer = ctx.functions.stream('ai_call', { prompt: 'Tell me a story.' });
     * for await (const text of answer) ctx.log.info(text);
     * const { success, data } = await answer.result;
     * ```
     */
    stream<Result = unknown>(name: string, payload?: unknown): StreamedCall<Result>;
    /**
     * Orders a run of another `http` function for now or up to 366 days ahead, as the user of this call. It is stored when the
     * promise resolves, and repeated when it fails. Throws with `code` and `status`, such as `function_not_found` or
     * `rate_limited`.
     *
     * @example
     * ```ts
     * await ctx.functions.later('send_welcome', { id: ctx.user.id }, { after_s: 3 * 86_400, key: `welcome-${ctx.user.id}` });
     * ```
     */
    later(name: string, payload?: unknown, options?: LaterOptions): Promise<OrderedJob>;
  };
  /** The job whose run this is; null for runs that were not ordered for later. Its `id` is the same in every attempt. */
  readonly job: { readonly id: string; readonly attempt: number; readonly due_at: string } | null;
  /** The change that a `webhook` function hears of through a webhook to `function:<name>`; null for requests from outside. */
  readonly delivery: { readonly webhook_id: string; readonly delivery_id: string; readonly depth: number } | null;
  /** The project's secrets, frozen. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  /**
   * Whether the exact bytes of the request are signed with this secret. Never throws and takes the same time for every
   * wrong signature. An empty or missing secret is false.
   *
   * @example
   * ```ts
   * if (!ctx.verifySignature(ctx.secrets.STRIPE_SECRET)) throw ctx.error('bad signature', { status: 401 });
   * ```
   */
  verifySignature(secret: string | undefined, options?: SignatureOptions): boolean;
  /** Writes to the log of the run, as `console` does. A run keeps 256 lines of 8 KB. */
  readonly log: Log;
  /**
   * Makes an error that chooses the status of the answer, 400 to 499; throw it.
   *
   * @example
   * ```ts
   * throw ctx.error('That is sold out.', { status: 409, code: 'sold_out', data: { left: 0 } });
   * ```
   */
  error(message: string, choice?: ErrorChoice): Error;
  /** The id of the project. */
  readonly project: string;
  /** The name of the function. */
  readonly function: string;
  readonly run_id: string;
  /** When the function is ended, as ISO time. */
  readonly deadline: string;
}

/** `ctx` of a `webhook` function. What is returned is the answer: a `Response` as it is, another value as JSON. */
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
  /** Absolute. */
  readonly url: string;
  readonly headers: Headers;
  /** The exact bytes. */
  readonly body: Uint8Array;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string | null;
  readonly avatar_url: string | null;
  readonly role: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** How the user can sign in: `password` if there is one, then the ids of providers. */
  readonly providers: readonly string[];
  readonly mfa_enabled: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_sign_in_at: string | null;
}

/** The columns that every row has. */
export interface RowFields {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly owner_id: string | null;
}

/** Columns of a table by name. Say which to have them checked: `ctx.data.table<{ title: string }>('tasks')`. */
// biome-ignore lint/suspicious/noExplicitAny: columns are not known here, and a row must be of use without a cast.
export type Columns = Readonly<Record<string, any>>;

export interface Tables {
  table<Row extends object = Columns>(name: string): Table<Row>;
}

export interface Data extends Tables {
  /** With the rights of who called, instead of all. */
  asCaller(): Tables;
}

/** A filter as text, `status:eq:open,price:gte:10`, or as an object, `{ status: 'open', price: { gte: 10 } }`. */
export type Filter = string | Readonly<Record<string, unknown>>;

export interface ListOptions {
  readonly filter?: Filter | readonly Filter[];
  /** `created_at:desc,title` */
  readonly order?: string | readonly string[];
  readonly select?: string | readonly string[];
  /** 0 to 1000; 100 when not said. */
  readonly limit?: number;
  readonly offset?: number;
}

/** Errors of these have the `code`, `status` and `details` of the HTTP API: see {@link RefusedError}. */
export interface Table<Row extends object> {
  list(options?: ListOptions): Promise<(Row & RowFields)[]>;
  /** How many rows match. */
  count(options?: Pick<ListOptions, 'filter'>): Promise<number>;
  /** Null when there is no such row, or the caller may not see it. */
  get(id: string): Promise<(Row & RowFields) | null>;
  insert(row: Partial<Row & RowFields>): Promise<Row & RowFields>;
  /** 1 to 100 rows, all or none. */
  insert(rows: readonly Partial<Row & RowFields>[]): Promise<(Row & RowFields)[]>;
  update(id: string, patch: Partial<Row>): Promise<Row & RowFields>;
  /** How many rows were changed. */
  update(which: Which, patch: Partial<Row>): Promise<number>;
  /** The row as it was. */
  remove(id: string): Promise<Row & RowFields>;
  /** How many rows were removed. */
  remove(which: Which): Promise<number>;
  /** Groups, as `POST /data/:table/aggregate` gives them. */
  aggregate(body: Readonly<Record<string, unknown>>): Promise<Columns[]>;
  /** One result for each item, in order. Without `atomic: false` all or none. */
  batch(items: readonly BatchItem[], options?: { readonly atomic?: boolean }): Promise<Columns[]>;
}

/** The rows that match, or every row. */
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

export type Visibility = 'public' | 'authenticated' | 'owner' | 'linked' | 'private';

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mime_type: string;
  readonly visibility: Visibility;
  readonly url: string;
  readonly checksum_sha256: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly owner_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface NewFile {
  readonly name: string;
  readonly body: string | Uint8Array | ArrayBuffer | ArrayBufferView | Blob | ReadableStream;
  /** The display path with the name. */
  readonly path?: string;
  /** `private` when not said. */
  readonly visibility?: Visibility;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface Storage {
  upload(file: NewFile): Promise<StoredFile>;
  list(options?: Omit<ListOptions, 'select'> & { readonly prefix?: string }): Promise<StoredFile[]>;
  get(id: string): Promise<StoredFile>;
  download(id: string): Promise<Uint8Array>;
  update(
    id: string,
    patch: Partial<Pick<StoredFile, 'name' | 'path' | 'visibility' | 'metadata'>>,
  ): Promise<StoredFile>;
  /** The file as it was. */
  remove(id: string): Promise<StoredFile>;
  /** A link that needs no key, for 1 to 604800 seconds. */
  sign(id: string, options: { readonly expires_in: number }): Promise<string>;
}

export interface Message {
  /** 1 to 5000 characters. */
  readonly body: string;
  readonly from_name?: string;
  readonly from_email?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface Delivery {
  readonly delivered: boolean;
  readonly id?: string;
  /** Why it was not delivered. */
  readonly reason?: string;
}

/** When and how a run that is ordered for later is made. */
export interface LaterOptions {
  /** Seconds from now; not together with `at`. */
  readonly after_s?: number;
  /** RFC 3339 time with a zone. A past one is now. */
  readonly at?: string;
  /** 1 to 200 characters: one job of the function has it until it fails or is cancelled, or for 24 hours after its success. */
  readonly key?: string;
  /** Repeats after failures, 0 to 10; 3 when not said. */
  readonly retries?: number;
}

/** A run that was ordered, or the one that was ordered before with the same key. */
export interface OrderedJob {
  readonly id: string;
  /** ISO time. */
  readonly due_at: string;
  readonly state: 'waiting' | 'running' | 'succeeded';
}

/** The answer of `ctx.functions.stream`: the texts in their order, and the result at their end. */
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
  /** Found by the headers when not said. */
  readonly scheme?: 'own' | 'github' | 'stripe' | 'standard_webhooks' | 'slack' | 'shopify';
  /** Another header than the usual one. */
  readonly header?: string;
  /** How old, or how far ahead, a signed time may be; 300 when not said. */
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
  /** 400 to 499; with any other the call is 500 `function_error`. */
  readonly status?: number;
  readonly code?: string;
  /** JSON; stands beside `error` in the answer. */
  readonly data?: unknown;
}
