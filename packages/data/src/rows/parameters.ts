import type { ListParameters } from '@service/client/internal';

/** The part of a hook's options that the service is told. */
export function parametersOf(options: object): ListParameters {
  const { select, filter, order, limit, offset, count, search } = options as ListParameters;
  return { select, filter, order, limit, offset, count, search };
}
