import { beforeEach, describe, it } from 'vitest';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';
import { multipart, postFile, uploadFile } from '../../../test/upload.ts';

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

const FILES = ['_files', '_storage_usage'];

describe.each(ENGINES)('the effects of routes of files on %s', (engine) => {
  const open = openProject(engine);
  let id = '';
  const send = (method: string, path: string, json?: object) => () =>
    open.project.secretApi(`/storage/files${path.replace(':id', id)}`, { method, ...(json && { json }) });
  beforeEach(async () => {
    ({ id } = await uploadFile(open.project.secretApi, { path: 'a/b.txt', bytes: 'x' }));
  });

  it('an upload adds the file to the usage', () =>
    expectOutcome(open, () => postFile(open.project.secretApi, { bytes: 'x' }), { status: 201, others: FILES }));

  it('a change changes the file', () =>
    expectOutcome(open, send('PATCH', '/:id', { name: 'c.txt' }), { status: 200, others: ['_files'] }));

  it('a signed link stores nothing', () =>
    expectOutcome(open, send('POST', '/:id/sign', { expires_in: 60 }), { status: 200 }));

  it('a deletion removes the file from the usage', () =>
    expectOutcome(open, send('DELETE', '/:id'), { status: 200, others: FILES }));

  it('a deletion by prefix removes all its files from the usage', () =>
    expectOutcome(open, send('DELETE', '?prefix=a/'), { status: 200, others: FILES }));

  it('a form without a file (400) has none', () =>
    expectOutcome(open, () => open.project.secretApi('/storage/upload', multipart([])), { status: 400 }));

  it('an upload without a user (401) has none', () =>
    expectOutcome(open, () => postFile(open.project.api, { bytes: 'x' }), { status: 401 }));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [400, 'PATCH', '/:id', { path: '../x' }],
      [400, 'POST', '/:id/sign', { expires_in: 0 }],
      [400, 'DELETE', ''],
      [404, 'PATCH', `/${UNKNOWN}`, { name: 'x' }],
      [404, 'DELETE', `/${UNKNOWN}`],
      [404, 'POST', `/${UNKNOWN}/sign`, { expires_in: 60 }],
    ]));
});
