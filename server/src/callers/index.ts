export type { Caller, User } from './caller.ts';
export { CONSOLE, OPERATOR_ROLE } from './console.ts';
export { isInstanceOperator, MEMBER_ROLES, type MemberRole, type Operator, type TokenScope } from './operator.ts';
export type { Project } from './project.ts';
export { callerWithRole } from './viewer.ts';
