export { type Credentials, newAccount, openSession, requireAccount } from './account-sign-in.ts';
export { authorOf } from './operator-context.ts';
export { createOperators, type Operators, type OperatorsOptions } from './operators.ts';
export { signedInAnswer } from './routes.ts';
