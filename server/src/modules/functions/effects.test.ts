import { beforeAll, describe, it } from 'vitest';
import { deploy } from '../../../test/functions.ts';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';

/** The change is announced to all processes and recorded in the audit log. */
const ANNOUNCED = ['control.audit', 'control.change_counter', 'control.change_feed'];
const SOURCE = 'export default () => 1;';

describe.each(ENGINES)('the effects of routes of functions on %s', (engine) => {
  const open = openProject(engine);
  const send = (method: string, path: string, json?: object) => () =>
    open.project.cloudApi(path, { method, ...(json && { json }) });
  /** Runs are stored a moment later, or when they are listed. */
  const call = async () => {
    const answer = await open.project.api('/functions/old/invoke', { json: {} });
    await open.project.cloudApi('/functions/old/runs');
    return answer;
  };
  beforeAll(async () => {
    await deploy(open.project, 'old', SOURCE);
    // The first run schedules the daily clean-up job.
    await call();
  });

  it('a new function is stored with its version', () =>
    expectOutcome(open, send('PUT', '/functions/one', { trigger: 'http', source: SOURCE }), {
      status: 201,
      others: ['_function_versions', '_functions', ...ANNOUNCED],
    }));

  it('new options make no new version', () =>
    expectOutcome(open, send('PUT', '/functions/old', { timeout_ms: 2000 }), {
      status: 200,
      others: ['_functions', ...ANNOUNCED],
    }));

  it('a new secret is stored', () =>
    expectOutcome(open, send('PUT', '/secrets/API_KEY', { value: 'a secret value' }), {
      status: 200,
      others: ['_function_secrets', ...ANNOUNCED],
    }));

  it('a deleted secret is announced to all processes', () =>
    expectOutcome(open, send('DELETE', '/secrets/API_KEY'), {
      status: 200,
      others: ['_function_secrets', ...ANNOUNCED],
    }));

  it('a call records its run', () => expectOutcome(open, call, { status: 200, others: ['_function_runs'] }));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [400, 'PUT', '/functions/bad', { trigger: 'http', source: 'export default (' }],
      [400, 'PUT', '/functions/old', { timeout_ms: 'long' }],
      [404, 'DELETE', '/functions/missing'],
      [404, 'POST', '/functions/missing/run', {}],
      [404, 'DELETE', '/secrets/MISSING'],
    ]));

  it('a deletion deletes the function with its versions and keeps its runs', () =>
    expectOutcome(open, send('DELETE', '/functions/old'), {
      status: 200,
      others: ['_function_versions', '_functions', ...ANNOUNCED],
    }));
});
