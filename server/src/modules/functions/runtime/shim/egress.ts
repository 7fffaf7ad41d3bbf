import { HEADER } from '../wire/protocol.ts';
import type { Fetcher } from './run.ts';

interface Bindings {
  readonly out: Fetcher;
}

/** Captured before any function could replace it. */
const decode = decodeURIComponent;

/** A refusal becomes an error here, so that fetch fails with the reason. Without a handler, raw connections fail. */
export const egress = {
  async fetch(request: Request, { out }: Bindings): Promise<Response> {
    const response = await out.fetch(request);
    const refused = response.headers.get(HEADER.refused);
    if (refused !== null) throw new Error(decode(refused));
    return response;
  },
};
