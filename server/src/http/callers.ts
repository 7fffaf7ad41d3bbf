import type { IncomingMessage } from 'node:http';
import type { StoreName } from '../database/database.ts';

/** A project as every request sees it. Immutable: a change makes a new one. */
export interface Project {
  /** The DNS label in every address. */
  readonly id: string;
  /** Never used again, so a project made anew under an old id starts empty. */
  readonly store: StoreName;
  readonly name: string;
  readonly plan: 'free' | 'pro' | 'business';
  readonly publicKey: string;
  readonly allowedOrigins: readonly string[];
  /** Host names of its published app besides the usual one. */
  readonly domains?: readonly string[];
  /** Requests in 10 s for each caller address, where rate limits are on. Absent: the usual ones. */
  readonly limits?: { readonly read: number; readonly write: number };
  readonly createdAt: string;
}

/** A signed-in user of a project, as rules see them. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly role: string | null;
}

/** Who asks a project: the three kinds that rules know. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly user: User }
  /** A secret key, or an operator: passes every rule. `id` names the key or operator for audit and idempotency. */
  | { readonly kind: 'secret'; readonly id: string };

/**
 * Tells who is signed in to a project, from the request's cookies. Asked only for requests with the project's public
 * key. Throws `session_expired` when the caller should refresh first.
 */
export interface IdentityProvider {
  identify(project: Project, request: IncomingMessage): User | undefined | Promise<User | undefined>;
}

export const MEMBER_ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Who asks the control plane. */
export type Operator =
  /** The token from `SERVICE_ADMIN_TOKEN`: may do everything. */
  | { readonly kind: 'admin' }
  | {
      readonly kind: 'account';
      readonly accountId: string;
      readonly email: string;
      readonly tokenId?: string;
      readonly sessionId?: string;
    };

/** What the HTTP layer must be told by the modules to admit a request; handed in by `server.ts`. */
export interface Access {
  /** The project, or undefined when there is none. Without a promise when it is in memory. */
  findProject(id: string): Project | undefined | Promise<Project | undefined>;
  /**
   * Who the bearer key and cookies stand for; without `ignoresSession` only the key counts. Throws `missing_key`,
   * `invalid_key`, `session_expired`, `origin_not_allowed`.
   */
  identifyCaller(project: Project, request: IncomingMessage, ignoresSession: boolean): Caller | Promise<Caller>;
  /** Who a session cookie stands for that comes without a key. Throws `session_expired`. */
  identifyVisitor(project: Project, request: IncomingMessage): Caller | Promise<Caller>;
  /** Who asks the control plane. Throws `not_authenticated`, `session_expired`, `origin_not_allowed`. */
  identifyOperator(request: IncomingMessage): Operator | Promise<Operator>;
  /** The operator's role in a project, undefined for none (which answers 404 `project_not_found`). Admin tokens are `owner` everywhere. */
  memberRole(operator: Operator, projectId: string): MemberRole | undefined | Promise<MemberRole | undefined>;
}
