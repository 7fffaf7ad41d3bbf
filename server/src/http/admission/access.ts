import type { IncomingMessage } from 'node:http';
import type { Caller, MemberRole, Operator, Project, User } from '../../callers/index.ts';

/**
 * Tells who is signed in to a project, from the request's cookies. Asked only for requests with the project's public
 * key. Throws `session_expired` when the caller should refresh first.
 */
export interface IdentityProvider {
  identify(project: Project, request: IncomingMessage): User | undefined | Promise<User | undefined>;
  /** Somebody it identified before, as they are by now; undefined when they may do nothing any more. */
  renew(project: Project, user: User): User | undefined | Promise<User | undefined>;
}

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
