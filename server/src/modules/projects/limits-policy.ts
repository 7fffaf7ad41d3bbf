import { isInstanceOperator, type Operator } from '../../callers/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { DEFAULTS, type Settings } from './settings.ts';

type Limits = Settings['limits'];

/** Only instance operators may exceed the default, because other projects share the resources. Throws `forbidden`. */
export function requireMayRaise(operator: Operator, before: Limits, patch: Partial<Limits>): void {
  if (isInstanceOperator(operator)) return;
  const raised = (Object.keys(patch) as (keyof Limits)[]).filter(
    (name) => (patch[name] ?? 0) > Math.max(before[name], DEFAULTS.limits[name]),
  );
  if (raised.length === 0) return;
  throw new ServiceError('forbidden', 'Only an operator of the installation may raise these limits.', {
    details: {
      fields: Object.fromEntries(raised.map((name) => [`limits.${name}`, 'exceeds the highest value you may set'])),
    },
  });
}
