import type { IncomingHttpHeaders } from 'node:http';
import type { Operator } from '../../callers/index.ts';

export interface Author {
  readonly operator: Operator | { readonly kind: 'service' };
  readonly ip?: string;
  readonly requestId?: string;
  readonly headers?: IncomingHttpHeaders;
}
