import { isInstanceOperator, type Operator } from '../../callers/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { DEFAULTS, type Settings } from './settings.ts';

type Limits = Settings['limits'];

/**
 * A project's admins may lower what their project may use, down and up again to what everybody has. Raising it further is
 * for who runs the installation, because others share it. Throws `forbidden`.
 */
export function requireMayRaise(operator: Operator, before: Limits, patch: Partial<Limits>): void {
  if (isInstanceOperator(operator)) return;
  const raised = (Object.keys(patch) as (keyof Limits)[]).filter(
    (name) => (patch[name] ?? 0) > Math.max(before[name], DEFAULTS.limits[name]),
  );
  if (raised.length === 0) return;
  throw new ServiceError('forbidden', 'Only an operator of the installation raises these limits.', {
    details: { fields: Object.fromEntries(raised.map((name) => [`limits.${name}`, 'is more than you may set'])) },
  });
}
