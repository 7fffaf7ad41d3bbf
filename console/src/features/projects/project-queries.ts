import { answerOf, api } from '../../shared/api/client.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import type { ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';

export interface ListedProject {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly role?: string | null;
  readonly stats?: { readonly requests: number; readonly errors: number; readonly storage_bytes: number };
}

export function projectsQuery({
  text,
  limit,
  offset,
  order = 'created_at:desc',
}: ListSearch): ListQuery<ListData<ListedProject>> {
  const query = { limit, offset, order, stats: true, ...(text !== undefined && { search: text }) };
  return {
    queryKey: ['projects', 'list', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/cloud/projects', { params: { query }, signal })),
  };
}
