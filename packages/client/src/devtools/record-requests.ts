import { state } from '../core/shared-state.ts';
import { explain } from './explain.ts';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly startedAt: number;
  readonly ms?: number;
  /** The HTTP status; 0 if there was no answer. */
  readonly status?: number;
  readonly requestId?: string | null;
  readonly code?: string | undefined;
  readonly explanation?: string | undefined;
}

const REQUESTS_MAX = 100;

export function recordRequests(): { readonly requests: readonly RecordedRequest[]; stop(): void } {
  const shared = state();
  const before = shared.fetch;
  const requests: RecordedRequest[] = [];
  const recorder: typeof fetch = async (address, init = {}) => {
    let shown: RecordedRequest = {
      method: init.method ?? 'GET',
      path: readable(String(address).replace(/^.*?\/api\/baas\/[^/]+/, '')),
      startedAt: performance.now(),
    };
    requests.unshift(shown);
    requests.length = Math.min(requests.length, REQUESTS_MAX);
    const end = (facts: Partial<RecordedRequest>): void => {
      const next = { ...shown, ...facts, ms: Math.round(performance.now() - shown.startedAt) };
      const at = requests.indexOf(shown);
      if (at !== -1) requests[at] = next;
      shown = next;
    };
    try {
      const response = await (before ?? fetch)(address, init);
      end(response.ok ? describe(response) : { ...describe(response), ...(await describeFailure(response.clone())) });
      return response;
    } catch (error) {
      end({ status: 0, explanation: 'There was no answer: the network or the service is away, or the app ended it.' });
      throw error;
    }
  };
  shared.fetch = recorder;
  return {
    requests,
    stop() {
      if (shared.fetch === recorder) shared.fetch = before;
    },
  };
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // An app may send a path with a bare percent sign.
    return path;
  }
}

function describe({ status, headers }: Response): Partial<RecordedRequest> {
  return { status, requestId: headers.get('x-request-id') };
}

async function describeFailure(response: Response): Promise<Partial<RecordedRequest>> {
  // A proxy may answer with a page.
  const body = (await response.json().catch(() => ({}))) as { code?: string; request_id?: string } | null;
  const { code, request_id: requestId } = body ?? {};
  const retryAfter = response.headers.get('retry-after');
  return {
    code,
    ...(requestId !== undefined && { requestId }),
    explanation: explain({ status: response.status, code, retryAfter }),
  };
}
