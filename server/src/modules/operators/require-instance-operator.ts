import { isInstanceOperator, type Operator } from '../../callers/index.ts';
import { ServiceError } from '../../platform/errors.ts';

export function requireInstanceOperator({ operator }: { readonly operator: Operator }): void {
  if (!isInstanceOperator(operator))
    throw new ServiceError('forbidden', 'This requires an operator of the installation.');
}
