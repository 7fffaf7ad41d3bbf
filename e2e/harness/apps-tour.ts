import { type ApiClient, textAt } from './api-client.ts';
import { createArchive } from './archive.ts';

const FILES = { 'dist/index.html': '<h1>Hello</h1>', 'webhook/paid.js': 'export default () => 1;' };
const GZIP = { 'content-type': 'application/gzip' };

/** Calls every operation of published apps, also with refusals. */
export async function tourApps(cloud: ApiClient, projectId: string): Promise<void> {
  const all = `/projects/${projectId}/deployments`;
  const body = await createArchive(FILES);
  const made = await cloud.call('POST', all, { body, headers: GZIP });
  await cloud.call('POST', all, { body: body.subarray(0, 50), headers: GZIP });
  await cloud.call('POST', all, { body: await createArchive({ 'functions/a.ts': 'export default (' }), headers: GZIP });
  await cloud.post(all, {});
  const one = `${all}/${textAt(made.body, 'data', 'id')}`;
  await cloud.get(all);
  await cloud.get(`${all}?order=name`);
  await cloud.get(one);
  await cloud.get(`${all}/none`);
  await cloud.call('POST', `${one}/rollback`);
  await cloud.call('POST', `${all}/none/rollback`);
}
