import type { ProjectCall } from '../../http/index.ts';
import { limitKey, rateLimited } from '../../limits/index.ts';
import type { InboxContext } from './inbox-context.ts';

/** Counts the request before reading its body. Throws `rate_limited`. */
export async function countRequest({ limits }: Pick<InboxContext, 'limits'>, call: ProjectCall): Promise<void> {
  if (call.caller.kind === 'secret') return;
  const quota = await limits.take({ store: call.project.store, caller: limitKey(call.ip) });
  if (quota.isGranted) return;
  call.showQuota(quota);
  throw rateLimited(quota);
}
