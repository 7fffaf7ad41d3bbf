import type { ListParameters } from '@service/client/internal';

export function parametersOf(options: object): ListParameters {
  const { select, filter, order, limit, offset, count, search, after, before } = options as ListParameters;
  return { select, filter, order, limit, offset, count, search, after, before };
}
