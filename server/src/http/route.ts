import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { Caller, MemberRole, Operator, Project } from '../callers/index.ts';
import type { Quota, RouteRate } from '../limits/index.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Call<Query = unknown, Body = unknown> {
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  /** The undecoded text after `?`, for routes that parse it themselves (`query` absent). */
  readonly search: string;
  readonly query: Query;
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
  /** The caller's address; from `X-Forwarded-For` only behind a trusted proxy. */
  readonly ip: string;
  readonly isHttps: boolean;
  readonly signal: AbortSignal;
  readonly raw: IncomingMessage;
  /** The unread body of a route with `body: 'stream'`. */
  readonly stream: Readable;
  /** Reports a limit other than the route's in the headers of the answer. */
  showQuota(quota: Quota): void;
}

export interface ProjectCall<Query = unknown, Body = unknown> extends Call<Query, Body> {
  readonly project: Project;
  readonly caller: Caller;
  /** Counts this request as `writes` writes in all (admission has already counted one). Throws `rate_limited`. */
  spend(writes: number): void;
  /**
   * For the rate `signed`: a request that this does not accept counts as a write of the caller's address. Throws
   * `rate_limited`.
   */
  countSigned(isSigned: boolean): void;
  noteRun(runId: string): void;
}

export interface OperatorCall<Query = unknown, Body = unknown> extends Call<Query, Body> {
  readonly operator: Operator;
}

/** A call of `/api/cloud/projects/:id/…` by a member whose role has been checked. */
export interface MemberCall<Query = unknown, Body = unknown> extends OperatorCall<Query, Body> {
  readonly project: Project;
  readonly role: MemberRole;
}

/** A handler's answer. Text and bytes are sent as they are, an object as JSON, an iterable as a stream. */
export interface Answer {
  readonly status: number;
  readonly body: string | Uint8Array | object | AsyncIterable<string | Uint8Array>;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** A failure that the handler returns instead of throwing, for the request log. */
  readonly failure?:
    | { readonly code: string; readonly message: string; readonly subject?: string | undefined }
    | undefined;
}

interface RouteText<Query extends TSchema, Body extends TSchema> {
  readonly method: Method;
  readonly path: string;
  /** `operationId` of the OpenAPI description, camelCase and unique. */
  readonly id: string;
  readonly summary: string;
  /** Unknown and repeated parameters are refused. */
  readonly query?: Query;
  /** For descriptions: the handler reads `search`. Without this or `query`, only `anyone` routes accept parameters. */
  readonly documentedQuery?: TSchema;
  /** `stream` and `bytes`: any content type, read by the handler; `json`: parsed but not checked; absent: not read. */
  readonly body?: Body | 'stream' | 'bytes' | 'json';
  /** With a schema: a missing body counts as `{}`. */
  readonly isBodyOptional?: true;
  /** With a schema or `json`; the default limit when absent. */
  readonly bodyBytesMax?: number;
  readonly documentedBody?: TSchema;
  readonly documentedTypes?: readonly string[];
  readonly responses: Readonly<Record<number, TSchema>>;
  /** Fields that failed answers of this route have besides the usual ones: their schema and values. They come before the usual fields. */
  readonly failure?: { readonly schema: TSchema; fields(durationMs: number): Readonly<Record<string, unknown>> };
  /** A page for browsers; the API description leaves it out. */
  readonly isPage?: boolean;
  readonly otherTypes?: Readonly<Record<string, TSchema>>;
  /** Ignores session cookies, so that an expired session does not block the request: for sign-in and similar routes. */
  readonly ignoresSession?: true;
  /** Pages of any origin may call this route of `anyone` and read its answers; browsers send it no cookies then. */
  readonly allowsAnyOrigin?: true;
  /** The caller of a request without a key (projects' routes only). Undefined: the key is required as usual. */
  readonly keyless?: (request: IncomingMessage) => 'anonymous' | 'session' | undefined;
  /** Changes nothing although its method is not GET, so read-only tokens may use it. */
  readonly isReading?: true;
  /** The rate limit that counts the request (projects' routes only); `signed`: the handler counts with `countSigned`. */
  readonly rate?: 'read' | 'write' | 'signed' | RouteRate;
}

export type Route =
  | (RouteText<TSchema, TSchema> & {
      readonly who: 'anyone';
      readonly handle: (call: Call) => Answer | Promise<Answer>;
    })
  | (RouteText<TSchema, TSchema> & {
      readonly who: 'caller';
      readonly handle: (call: ProjectCall) => Answer | Promise<Answer>;
    })
  | (RouteText<TSchema, TSchema> & {
      readonly who: 'operator';
      readonly handle: (call: OperatorCall) => Answer | Promise<Answer>;
    })
  | (RouteText<TSchema, TSchema> & {
      readonly who: 'member';
      readonly role: MemberRole;
      readonly handle: (call: MemberCall) => Answer | Promise<Answer>;
    });

type TypedRoute<Query extends TSchema, Body extends TSchema, C extends Call> = RouteText<Query, Body> & {
  readonly handle: (
    call: C & { readonly query: Static<Query>; readonly body: Static<Body> },
  ) => Answer | Promise<Answer>;
};

export function openRoute<Query extends TSchema, Body extends TSchema>(route: TypedRoute<Query, Body, Call>): Route {
  return { ...route, who: 'anyone' } as Route;
}

export function callerRoute<Query extends TSchema, Body extends TSchema>(
  route: TypedRoute<Query, Body, ProjectCall>,
): Route {
  return { ...route, who: 'caller' } as Route;
}

/** `keyless` for routes that browsers follow as links: requests without a key are anonymous. */
export function anonymousWithoutKey({ headers }: IncomingMessage): 'anonymous' | undefined {
  return headers.authorization === undefined ? 'anonymous' : undefined;
}

export function operatorRoute<Query extends TSchema, Body extends TSchema>(
  route: TypedRoute<Query, Body, OperatorCall>,
): Route {
  return { ...route, who: 'operator' } as Route;
}

/** A control plane route on one project, for members of at least `role`. Its path must contain `:project_id`. */
export function memberRoute<Query extends TSchema, Body extends TSchema>(
  route: TypedRoute<Query, Body, MemberCall> & { readonly role: MemberRole },
): Route {
  return { ...route, who: 'member' } as Route;
}
