import { beforeAll, describe, it } from 'vitest';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';
import { createArchive, publish, sendArchive } from '../../../test/published-app.ts';

/** The change is announced to all processes and recorded in the audit log. */
const ANNOUNCED = ['control.audit', 'control.change_counter', 'control.change_feed'];
const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

describe.each(ENGINES)('the effects of routes of the published app on %s', (engine) => {
  const open = openProject(engine);
  let first = '';
  const send = (method: string, path: string, json?: object) => () =>
    open.project.cloudApi(path, { method, ...(json && { json }) });
  const page = (text: string) => createArchive({ 'dist/index.html': text });
  beforeAll(async () => {
    first = (await publish(open.project, { 'dist/index.html': 'one' })).id;
  });

  it('a dry run changes nothing', () =>
    expectOutcome(
      open,
      async () =>
        open.project.cloudApi('/deployments?dry_run=true', {
          method: 'POST',
          body: await page('two'),
          headers: { 'content-type': 'application/gzip' },
        }),
      { status: 200 },
    ));

  it('a deployment stores its files and becomes the active one', () =>
    expectOutcome(open, async () => sendArchive(open.project, await page('two')), {
      status: 201,
      others: ['_app_contents', '_app_deployments', '_app_files', '_app_state', ...ANNOUNCED],
    }));

  it('a rollback activates the earlier deployment', () =>
    expectOutcome(open, async () => send('POST', `/deployments/${first}/rollback`)(), {
      status: 200,
      others: ['_app_state', ...ANNOUNCED],
    }));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [415, 'POST', '/deployments', {}],
      [404, 'POST', `/deployments/${UNKNOWN}/rollback`],
    ]));

  it('an archive that is refused has none', () =>
    expectOutcome(open, () => sendArchive(open.project, Buffer.from('no archive')), { status: 400 }));
});
