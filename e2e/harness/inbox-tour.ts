import { type ApiClient, textAt } from './api-client.ts';

interface TourGround {
  readonly cloud: ApiClient;
  readonly projectId: string;
  readonly anyone: ApiClient;
}

/** Calls every operation of the inbox successfully and with a failure. */
export async function tourInbox({ cloud, projectId, anyone }: TourGround): Promise<void> {
  const settings = `/projects/${projectId}/settings`;
  const messages = `/projects/${projectId}/messages`;
  await cloud.patch(settings, { inbox: { enabled: false } });
  await anyone.post('/messages', { body: 'Is anybody there?' });
  await cloud.patch(settings, { inbox: { enabled: true } });
  const sent = await anyone.post('/messages', { body: 'Hello', from_name: 'Ann', metadata: { topic: 'tea' } });
  await anyone.post('/messages', { body: ' ', from_email: 'x' });
  await cloud.get(messages);
  await cloud.get(`${messages}?status=all&search=hello&limit=1&order=created_at:desc`);
  await cloud.get(`${messages}?status=new`);
  const one = `${messages}/${textAt(sent.body, 'data', 'id')}`;
  await cloud.get(one);
  await cloud.patch(one, { status: 'read' });
  await cloud.patch(one, { status: 'new' });
  await cloud.get(`${messages}/export?format=csv`);
  await cloud.get(`${messages}/export?format=json`);
  await cloud.get(`${messages}/export`);
  await cloud.delete(one);
  await cloud.get(one);
}
