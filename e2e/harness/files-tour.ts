import { type ApiAnswer, type ApiClient, textAt } from './api-client.ts';

interface TourGround {
  readonly cloud: ApiClient;
  readonly projectId: string;
  readonly anyone: ApiClient;
  readonly secret: ApiClient;
}

const MISSING = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';

function upload(api: ApiClient, fields: readonly (readonly [string, string])[], files: readonly string[]) {
  const part = (head: string, content: string): string =>
    `--tour\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const parts = [
    ...fields.map(([name, content]) => part(`name="${name}"`, content)),
    ...files.map((content) => part(`name="file"; filename="${content}.txt"`, content)),
  ];
  const headers = { 'content-type': 'multipart/form-data; boundary=tour' };
  return api.call('POST', '/storage/upload', { headers, body: `${parts.join('')}--tour--\r\n` });
}

/** Calls every operation on files successfully and with a failure. */
export async function tourFiles({ cloud, projectId, anyone, secret }: TourGround): Promise<void> {
  const made = await upload(secret, [['visibility', 'public']], ['one']);
  const hidden = await upload(secret, [['path', 'tour/']], ['two', 'three']);
  await upload(secret, [['unknown', 'field']], ['four']);
  await upload(anyone, [], ['five']);
  await secret.post('/storage/upload', {});
  const one = `/storage/files/${textAt(made.body, 'data', 'id')}`;
  const other = `/storage/files/${textAt(hidden.body, 'data', 0, 'id')}`;
  await readFiles(anyone, [one, other, `/storage/files/${MISSING}`]);
  await secret.get('/storage/files?prefix=tour/&filter=size:gt:1&order=size:desc&limit=1');
  await secret.get('/storage/files?limit=x');
  await secret.patch(one, { name: 'uno.txt', metadata: { language: 'it' } });
  await secret.patch(one, { size: 5 });
  await anyone.patch(one, { name: 'mine.txt' });
  await secret.post(`${one}/sign`, { expires_in: 60 });
  await secret.post(`${one}/sign`, { expires_in: 0 });
  await secret.delete(one);
  await secret.delete('/storage/files');
  await secret.delete('/storage/files?prefix=tour/');
  await cloud.get(`/projects/${projectId}/usage`);
}

async function readFiles(anyone: ApiClient, paths: readonly string[]): Promise<readonly ApiAnswer[]> {
  const ways = paths.flatMap((path) => [path, `${path}/download`, `${path}/download?w=0`, `${path}/download?w=10`]);
  return await Promise.all(['/storage/files', ...ways].map((path) => anyone.get(path)));
}
