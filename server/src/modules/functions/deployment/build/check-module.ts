import type { StoreName } from '../../../../database/index.ts';
import { ServiceError } from '../../../../platform/errors.ts';
import { createStackMap } from '../../definitions/map-stack.ts';
import type { CheckOutcome, Runtime } from '../../runtime/index.ts';
import type { Bundle } from './bundle-order.ts';
import { invalidSource } from './source-error.ts';

const UNAVAILABLE = 'This machine could not load the function to check it. Nothing was changed. Try again later.';
const RETRY_AFTER_SECONDS = 5;

/** Returns the `config` export as JSON. Throws `invalid_source`, or `function_unhealthy` when the machine failed. */
export async function checkModule(
  runtime: Pick<Runtime, 'check'>,
  { store, name, versionId, bundle }: { store: StoreName; name: string; versionId: string; bundle: Bundle },
): Promise<string | undefined> {
  const modules = new Map([[name, bundle.module]]);
  const outcome = await runtime.check({ projectStore: store, version: versionId, modules });
  if (outcome.kind === 'ready') return outcome.configs.get(name);
  if (outcome.kind === 'unavailable')
    throw new ServiceError('function_unhealthy', UNAVAILABLE, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  const stack = outcome.kind === 'failed' ? outcome.stack : '';
  const place = createStackMap(name, bundle.sourceMap).firstPlace(stack) ?? { file: bundle.entry, line: 1, column: 1 };
  throw invalidSource([{ ...place, message: reasonOf(outcome) }]);
}

function reasonOf(outcome: Exclude<CheckOutcome, { kind: 'ready' | 'unavailable' }>): string {
  switch (outcome.kind) {
    case 'failed':
      return outcome.message;
    case 'endless':
      return 'The module does not finish loading: code outside of functions may use 5 s of processor time.';
    case 'out_of_memory':
      return 'The module needs more memory to load than a function may have.';
  }
}
