import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';

const CHOICES = 100;

export const projectChoiceQuery = queryOptions({
  queryKey: ['projects', 'choice'],
  queryFn: ({ signal }) =>
    dataOf(api.GET('/api/cloud/projects', { params: { query: { limit: CHOICES, order: 'created_at:desc' } }, signal })),
});
