import type { Project } from '../../../callers/index.ts';
import type { Call } from '../../../http/index.ts';
import type { ProvingCall } from '../verify-email.ts';

export type PageCall = ProvingCall;

export function pageCall(project: Project, call: Call): PageCall {
  return {
    project,
    caller: { kind: 'anonymous' },
    raw: call.raw,
    headers: call.headers,
    isHttps: call.isHttps,
    ip: call.ip,
    showQuota: (quota) => call.showQuota(quota),
  };
}
