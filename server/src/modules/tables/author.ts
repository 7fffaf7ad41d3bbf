import type { IncomingHttpHeaders } from 'node:http';
import type { Operator } from '../../callers/index.ts';

/** The author of a change. Calls of members' routes have this form. */
export interface Author {
  readonly operator: Operator | { readonly kind: 'service' };
  readonly ip?: string;
  readonly requestId?: string;
  readonly headers?: IncomingHttpHeaders;
}
