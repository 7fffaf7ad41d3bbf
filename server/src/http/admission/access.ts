import type { IncomingMessage } from 'node:http';
import type { Caller, MemberRole, Operator, Project, User } from '../../callers/index.ts';

export interface IdentityProvider {
  identify(project: Project, request: IncomingMessage): User | undefined | Promise<User | undefined>;
  /** The current state of a user identified earlier; undefined when the user has lost all access. */
  renew(project: Project, user: User): User | undefined | Promise<User | undefined>;
}

export interface Access {
  /** The project, or undefined when there is none. Returns without a promise when the project is in memory. */
  findProject(id: string): Project | undefined | Promise<Project | undefined>;
  /** `ignoresSession`: the key only. Throws `missing_key`, `invalid_key`, `session_expired`, `origin_not_allowed`. */
  identifyCaller(project: Project, request: IncomingMessage, ignoresSession: boolean): Caller | Promise<Caller>;
  /** Whether this is a secret key of the project with all rights, for servers that forward the addresses of their visitors. */
  isSecretKey(project: Project, key: string): boolean | Promise<boolean>;
  /** The caller that a session cookie identifies without a key. Throws `session_expired`. */
  identifyVisitor(project: Project, request: IncomingMessage): Caller | Promise<Caller>;
  identifyOperator(request: IncomingMessage): Operator | Promise<Operator>;
  /** The operator's role in a project, undefined for none (which answers 404 `project_not_found`). Admin tokens are `owner` everywhere. */
  memberRole(operator: Operator, projectId: string): MemberRole | undefined | Promise<MemberRole | undefined>;
}
