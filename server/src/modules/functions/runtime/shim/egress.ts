import { HEADER } from '../wire/protocol.ts';
import type { Fetcher } from './run.ts';

interface Bindings {
  readonly out: Fetcher;
}

/**
 * Where every outgoing request of the functions passes, in an isolate of its own. What the service refuses is an error
 * here, so that the function's fetch fails with the reason instead of giving an answer. It has no handler for raw
 * connections, which are thereby refused.
 */
export const egress = {
  async fetch(request: Request, { out }: Bindings): Promise<Response> {
    const response = await out.fetch(request);
    const refused = response.headers.get(HEADER.refused);
    if (refused !== null) throw new Error(decodeURIComponent(refused));
    return response;
  },
};
