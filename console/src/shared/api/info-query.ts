import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client.ts';

export const infoQuery = queryOptions({
  queryKey: ['info'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/cloud/info', { signal })),
});
