import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { Caller, MemberRole, Operator, Project } from '../callers/index.ts';
import type { Quota, RouteRate } from '../limits/index.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The input of every handler. */
export interface Call<Query = unknown, Body = unknown> {
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  /** The text after `?`, not decoded: for routes that parse it themselves (`query` absent). */
  readonly search: string;
  /** Parsed and checked against the route's `query` schema; numbers and booleans are converted. */
  readonly query: Query;
  /** Parsed and checked against the route's `body` schema. */
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
  /** The caller's address; from `X-Forwarded-For` only behind a trusted proxy. */
  readonly ip: string;
  readonly isHttps: boolean;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  readonly raw: IncomingMessage;
  /** The unread body of a route with `body: 'stream'`. */
  readonly stream: Readable;
  /** Tells the caller of another limit than the route's, in the headers of the answer. */
  showQuota(quota: Quota): void;
}

export interface ProjectCall<Query = unknown, Body = unknown> extends Call<Query, Body> {
  readonly project: Project;
  readonly caller: Caller;
  /** Tells the rate limit that this request is `writes` writes in all (one is counted at admission). Throws `rate_limited`. */
  spend(writes: number): void;
  /**
   * On routes with the rate `signed`: counts a request by its project when its signature was good, else by the caller's
   * address among the writes. Throws `rate_limited`.
   */
  countSigned(isSigned: boolean): void;
  /** Tells the log of requests which run of a function the request caused. */
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
  /** The failure that an answer tells without being thrown, for the log of requests. */
  readonly failure?:
    | { readonly code: string; readonly message: string; readonly subject?: string | undefined }
    | undefined;
}

interface RouteText<Query extends TSchema, Body extends TSchema> {
  readonly method: Method;
  /** In Fastify's form: `/api/baas/:project_id/data/:table`. */
  readonly path: string;
  /** `operationId` of the OpenAPI description, camelCase and unique. */
  readonly id: string;
  readonly summary: string;
  /** Unknown and repeated parameters are refused. */
  readonly query?: Query;
  /** The handler reads `search` itself; this is for the description only. With neither of the two any parameter is refused (`anyone` routes aside). */
  readonly documentedQuery?: TSchema;
  /**
   * A schema; `stream`: any content type, read by the handler; `bytes`: the same, read whole with `readBytes` or
   * `readOptionalJson`, which have a deadline of their own; `json`: parsed but not checked; absent: no body is read.
   */
  readonly body?: Body | 'stream' | 'bytes' | 'json';
  /** With a schema: no body at all is taken for `{}`. */
  readonly isBodyOptional?: true;
  /** With a schema or `json`; as for every body when not said. */
  readonly bodyBytesMax?: number;
  /** For the description of a `json`, `bytes` or `stream` body. */
  readonly documentedBody?: TSchema;
  /** The content types that a `stream` body may have, for the description; any when not said. */
  readonly documentedTypes?: readonly string[];
  /** The schemas of the answers by status, for the description; failures need not be listed. */
  readonly responses: Readonly<Record<number, TSchema>>;
  /** Failed answers that have more than the usual fields: what they look like, and what is put before the usual ones. */
  readonly failure?: { readonly schema: TSchema; fields(durationMs: number): Readonly<Record<string, unknown>> };
  /** A page for people in a browser: the description of the API leaves it out. */
  readonly isPage?: boolean;
  /** Other content types of the 200 answer, with what they hold. */
  readonly otherTypes?: Readonly<Record<string, TSchema>>;
  /** The session cookies are not looked at, so one that has ended is in nobody's way: for signing in and the like. */
  readonly ignoresSession?: true;
  /**
   * Says whether a request needs no key (projects' routes only), and who it is then: nobody, or whoever the session cookie
   * says. Undefined: the key is asked for as usual.
   */
  readonly keyless?: (request: IncomingMessage) => 'anonymous' | 'session' | undefined;
  /** Changes nothing although it is no GET: tokens that only read may use it. */
  readonly isReading?: true;
  /** Which rate limit counts the request (projects' routes only); `signed`: the handler counts with `countSigned`. */
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
      /** The least role that may do this. */
      readonly role: MemberRole;
      readonly handle: (call: MemberCall) => Answer | Promise<Answer>;
    });

type Typed<Query extends TSchema, Body extends TSchema, C extends Call> = RouteText<Query, Body> & {
  readonly handle: (
    call: C & { readonly query: Static<Query>; readonly body: Static<Body> },
  ) => Answer | Promise<Answer>;
};

/** A route anyone may call. */
export function openRoute<Query extends TSchema, Body extends TSchema>(route: Typed<Query, Body, Call>): Route {
  return { ...route, who: 'anyone' } as Route;
}

/** A route of a project for holders of one of its keys. */
export function callerRoute<Query extends TSchema, Body extends TSchema>(
  route: Typed<Query, Body, ProjectCall>,
): Route {
  return { ...route, who: 'caller' } as Route;
}

/** `keyless` of routes that browsers follow as links: who sends no key is nobody. */
export function anonymousWithoutKey({ headers }: IncomingMessage): 'anonymous' | undefined {
  return headers.authorization === undefined ? 'anonymous' : undefined;
}

/** A route of the control plane for any signed-in operator. */
export function operatorRoute<Query extends TSchema, Body extends TSchema>(
  route: Typed<Query, Body, OperatorCall>,
): Route {
  return { ...route, who: 'operator' } as Route;
}

/** A route of the control plane on one project, for members of at least `role`. Its path has `:project_id`. */
export function memberRoute<Query extends TSchema, Body extends TSchema>(
  route: Typed<Query, Body, MemberCall> & { readonly role: MemberRole },
): Route {
  return { ...route, who: 'member' } as Route;
}
