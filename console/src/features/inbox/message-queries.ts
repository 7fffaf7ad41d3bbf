import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import type { ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';

export type MessageStatus = 'unread' | 'read' | 'archived' | 'spam';

export interface Message {
  readonly id: string;
  readonly body: string;
  readonly from_name: string | null;
  readonly from_email: string | null;
  readonly user_id: string | null;
  readonly sender_verified: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly status: MessageStatus;
  readonly spam_reason: string | null;
  readonly source_url: string | null;
  readonly created_at: string;
  readonly read_at: string | null;
  readonly notified_at: string | null;
}

/** Folders by their name in the address; the empty name shows everything except spam. */
export const FOLDERS = [
  { name: '', label: 'All' },
  { name: 'unread', label: 'Unread' },
  { name: 'archived', label: 'Archived' },
  { name: 'spam', label: 'Spam' },
] as const;

type Folder = 'unread' | 'archived' | 'spam';

interface Filter {
  readonly status?: Folder;
  readonly search?: string;
}

/** The list and the export share this filter, so that both contain the same messages. */
export function filterOf({ folder, q }: Readonly<Record<string, string>>): Filter {
  const text = q?.trim() ?? '';
  return { ...(isFolder(folder) && { status: folder }), ...(text !== '' && { search: text }) };
}

function isFolder(text: string | undefined): text is Folder {
  return text === 'unread' || text === 'archived' || text === 'spam';
}

export function messagesQuery(
  project: string,
  { text, limit, offset, order, filters }: ListSearch,
): ListQuery<ListData<Message>> {
  const query = { limit, offset, ...(order !== undefined && { order }), ...filterOf({ ...filters, q: text ?? '' }) };
  const params = { path: { project_id: project }, query };
  return {
    queryKey: [project, 'messages', 'list', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/cloud/projects/{project_id}/messages', { params, signal })),
  };
}

export function unreadQuery(project: string) {
  const params = { path: { project_id: project }, query: { limit: 0 } };
  return queryOptions({
    queryKey: [project, 'messages', 'unread'],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/api/cloud/projects/{project_id}/messages', { params, signal }))).unread,
  });
}

export function messageQuery(project: string, message: string) {
  const params = { path: { project_id: project, message_id: message } };
  return queryOptions({
    queryKey: [project, 'messages', 'one', message],
    queryFn: ({ signal }): Promise<Message> =>
      dataOf(api.GET('/api/cloud/projects/{project_id}/messages/{message_id}', { params, signal })),
  });
}

export async function setStatus(project: string, message: string, status: MessageStatus): Promise<void> {
  const params = { path: { project_id: project, message_id: message } };
  await answerOf(api.PATCH('/api/cloud/projects/{project_id}/messages/{message_id}', { params, body: { status } }));
}

export async function deleteMessage(project: string, message: string): Promise<void> {
  const params = { path: { project_id: project, message_id: message } };
  await answerOf(api.DELETE('/api/cloud/projects/{project_id}/messages/{message_id}', { params }));
}
