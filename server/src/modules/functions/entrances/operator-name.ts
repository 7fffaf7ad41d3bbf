import type { Operator } from '../../../callers/index.ts';

export function operatorName(operator: Operator): string {
  return operator.kind === 'admin' ? 'admin' : `account:${operator.accountId}`;
}
