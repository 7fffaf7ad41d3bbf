import { type ApiClient, textAt } from './api-client.ts';

const MISSING = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';

/** Calls every operation that members of a project have on rows and files, successfully and with a failure. */
export async function tourMembers(cloud: ApiClient, projectId: string): Promise<void> {
  const project = `/projects/${projectId}`;
  await tourRows(cloud, project);
  await tourFiles(cloud, project);
}

async function tourRows(cloud: ApiClient, project: string): Promise<void> {
  const all = `${project}/data/notes`;
  const made = await cloud.post(all, { title: 'by a member' });
  await cloud.post(all, { unknown: 5 });
  const one = `${all}/${textAt(made.body, 'data', 'id')}`;
  await cloud.get(`${all}?cut=3&as=anonymous&limit=2`);
  await cloud.get(`${all}?as=nobody`);
  await cloud.get(one);
  await cloud.get(`${all}/${MISSING}`);
  await cloud.get(`${all}/export?format=json`);
  await cloud.get(`${project}/slow-lists`);
  await cloud.get(`${project}/tables/notes/slow-lists`);
  await tourSearch(cloud, project);
  await tourTableChanges(cloud, project);
  await cloud.post(`${all}/aggregate`, { op: 'count' });
  await cloud.post(`${all}/batch`, [{ title: 'in a batch' }]);
  await cloud.patch(one, { rank: 3 });
  await cloud.patch(`${all}?filter=rank:eq:3`, { rank: 4 });
  await cloud.delete(one);
  await cloud.delete(one);
  const changes = `${project}/row-changes`;
  const listed = await cloud.get(`${changes}?limit=1`);
  const [change] = (listed.body as { readonly data: readonly { readonly id: string }[] }).data;
  await cloud.post(`${changes}/${change?.id}/undo`, {});
  await cloud.post(`${changes}/${MISSING}/undo`, {});
  await cloud.delete(`${all}?filter=rank:eq:4`);
}

async function tourSearch(cloud: ApiClient, project: string): Promise<void> {
  const columns = [{ name: 'body', type: 'text', searchable: true }];
  await cloud.post(`${project}/tables`, { name: 'searched', columns });
  await cloud.get(`${project}/tables/searched/search-check`);
  await cloud.get(`${project}/tables/notes/search-check`);
  await cloud.delete(`${project}/tables/searched`);
}

/** A change of a table that is large enough to be prepared. */
async function tourTableChanges(cloud: ApiClient, project: string): Promise<void> {
  await cloud.post(`${project}/tables`, { name: 'large', columns: [{ name: 'number', type: 'integer' }] });
  const body = Array.from({ length: 10_001 }, (_, number) => JSON.stringify({ number })).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  await cloud.call('POST', `${project}/tables/large/import?format=ndjson`, { body, headers });
  await cloud.patch(`${project}/tables/large`, { change_columns: [{ name: 'number', indexed: true }] });
  const { body: changes } = await cloud.get(`${project}/table-changes`);
  for (const id of [textAt(changes, 'data', 0, 'id'), MISSING]) {
    await cloud.get(`${project}/table-changes/${id}`);
    await cloud.delete(`${project}/table-changes/${id}`);
  }
  await cloud.delete(`${project}/tables/large`);
}

async function tourFiles(cloud: ApiClient, project: string): Promise<void> {
  const headers = { 'content-type': 'multipart/form-data; boundary=tour' };
  const body =
    '--tour\r\nContent-Disposition: form-data; name="file"; filename="member.txt"\r\n\r\nhello\r\n--tour--\r\n';
  const made = await cloud.call('POST', `${project}/storage/upload`, { headers, body });
  const all = `${project}/storage/files`;
  const one = `${all}/${textAt(made.body, 'data', 'id')}`;
  await cloud.get(`${all}?limit=1`);
  await cloud.get(`${project}/storage/folders`);
  await cloud.get(one);
  await cloud.get(`${one}/download`);
  await cloud.patch(one, { path: 'members/' });
  await cloud.post(`${one}/sign`, { expires_in: 60 });
  await cloud.delete(one);
  await cloud.delete(one);
  await cloud.delete(`${all}?prefix=members/`);
}
