export type { Caller, User } from './caller.ts';
export { MEMBER_ROLES, type MemberRole, type Operator } from './operator.ts';
export type { Project } from './project.ts';
export { callerWithRole } from './viewer.ts';
