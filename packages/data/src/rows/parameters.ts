import type { ListParameters } from '@service/client/internal';

/** The options of a hook that are sent to the service. */
export function parametersOf(options: object): ListParameters {
  const { select, filter, order, limit, offset, count, search, after, before } = options as ListParameters;
  return { select, filter, order, limit, offset, count, search, after, before };
}
