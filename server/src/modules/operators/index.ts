export type { InviteRow } from './accounts-store.ts';
export { operatorOf, withoutSignInEntry } from './console-accounts.ts';
export { consoleCall, countTry, requireSession } from './console-call.ts';
export { newAccount } from './create-account.ts';
export type { InstanceFacts } from './describe-instance.ts';
export { createOperators, type Operators } from './operators.ts';
export type { TokenKeys } from './operators-context.ts';
export { requireInstanceOperator } from './require-instance-operator.ts';
export { signedInSchema } from './schemas.ts';
