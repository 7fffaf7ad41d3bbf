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

/** Facts that the HTTP layer asks of the modules to admit a request; handed in by `server.ts`. */
export interface Access {
  /** The project, or undefined when there is none. Without a promise when it is in memory. */
  findProject(id: string): Project | undefined | Promise<Project | undefined>;
  /**
   * The caller that the bearer key and cookies stand for; with `ignoresSession` only the key counts. Throws `missing_key`,
   * `invalid_key`, `session_expired`, `origin_not_allowed`.
   */
  identifyCaller(project: Project, request: IncomingMessage, ignoresSession: boolean): Caller | Promise<Caller>;
  /** The caller that a session cookie without a key stands for. Throws `session_expired`. */
  identifyVisitor(project: Project, request: IncomingMessage): Caller | Promise<Caller>;
  /** The operator who sends a request. Throws `not_authenticated`, `session_expired`, `origin_not_allowed`. */
  identifyOperator(request: IncomingMessage): Operator | Promise<Operator>;
  /** The operator's role in a project, undefined for none (which answers 404 `project_not_found`). Admin tokens are `owner` everywhere. */
  memberRole(operator: Operator, projectId: string): MemberRole | undefined | Promise<MemberRole | undefined>;
}
