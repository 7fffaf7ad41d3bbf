import type { Operator } from '../../../callers/index.ts';

/** The operator as the recorded cause of a run: `admin` or `account:<id>`. */
export function operatorName(operator: Operator): string {
  return operator.kind === 'admin' ? 'admin' : `account:${operator.accountId}`;
}
