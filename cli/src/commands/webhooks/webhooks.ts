import { listAll } from '../../api/list-all.ts';
import { path } from '../../api/path.ts';
import { type Command, text } from '../../command/command.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { listResult, noteResult, recordResult } from '../../outcome/result.ts';
import { timeOf } from '../functions/logs.ts';
import { projectApi } from '../project/tables.ts';
import { listen } from './listen.ts';

const list: Command = {
  name: 'webhooks list',
  summary: 'List the webhooks of the project',
  examples: ['webhooks list'],
  async run(context) {
    const { api, base } = await projectApi(context);
    const columns = ['id', 'table', 'events', 'url', 'enabled', 'disabled_reason'];
    return listResult(await listAll(api, `${base}/webhooks`), columns);
  },
};

const test: Command = {
  name: 'webhooks test',
  args: ['<id>'],
  summary: 'Send a made-up insert once',
  examples: ['webhooks test 0199c0de-0000-7000-8000-000000000000'],
  async run(context, [id = '']) {
    const { api, base } = await projectApi(context);
    const { data } = await api.call<object>(`${base}${path`/webhooks/${id}/test`}`, { method: 'POST' });
    return recordResult(data);
  },
};

const resend: Command = {
  name: 'webhooks resend',
  args: ['<id>', '[delivery]'],
  summary: 'Send one delivery again, or with --since all that failed',
  options: [
    { flags: '--since <time>', text: 'all that failed or were skipped since then: an ISO time, or such as 2h' },
  ],
  examples: [
    'webhooks resend 0199c0de-0000-7000-8000-000000000000 0199c0de-0000-7000-8000-000000000001',
    'webhooks resend 0199c0de-0000-7000-8000-000000000000 --since 1d',
  ],
  async run(context, [id = '', delivery], flags) {
    const since = text(flags, 'since');
    if ((delivery === undefined) === (since === undefined)) throw wrongUse('Name a delivery, or say --since.');
    const { api, base } = await projectApi(context);
    if (delivery !== undefined) {
      const at = `${base}${path`/webhooks/${id}/deliveries/${delivery}/resend`}`;
      return recordResult((await api.call<object>(at, { method: 'POST' })).data);
    }
    const at = `${base}${path`/webhooks/${id}/resend-failed`}`;
    const { count } = await api.call(at, { method: 'POST', json: { since: timeOf(since ?? '') } });
    return noteResult({ id }, `${count} deliveries are sent again.`, count);
  },
};

export const webhookCommands: readonly Command[] = [list, test, resend, listen];
