import { HEADER } from '../wire/protocol.ts';
import type { Fetcher } from './run.ts';

interface Bindings {
  readonly out: Fetcher;
}

/**
 * All outgoing requests of the functions pass through this isolate. A refusal by the service becomes an error here, so
 * that the function's fetch fails with the reason instead of returning a response. There is no handler for raw
 * connections, so they are refused.
 */
export const egress = {
  async fetch(request: Request, { out }: Bindings): Promise<Response> {
    const response = await out.fetch(request);
    const refused = response.headers.get(HEADER.refused);
    if (refused !== null) throw new Error(decodeURIComponent(refused));
    return response;
  },
};
