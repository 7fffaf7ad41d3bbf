import { listAll } from '../../api/list-all.ts';
import { path } from '../../api/path.ts';
import { type Command, flag, text } from '../../command/command.ts';
import { CONFIRM } from '../../command/global-options.ts';
import { readSecret } from '../../files/read-secret.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { listResult, noteResult, recordResult } from '../../outcome/result.ts';
import { timeOf } from '../functions/logs.ts';
import { projectApi } from '../project/tables.ts';
import { EVENTS, EVENTS_TEXT, requireEvents } from './events.ts';
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

const create: Command = {
  name: 'webhooks create',
  summary: 'Send the changes of a table to an address, or to a function of the project',
  more: 'With --secret-file deliveries are signed; the secret is never shown again.',
  options: [
    { flags: '--table <table>', text: 'whose changes; also auth.users, storage.files and inbox.messages' },
    { flags: '--forward <url>', text: 'where deliveries go: http(s), or function:<name>' },
    { flags: '--events <events>', text: EVENTS_TEXT },
    { flags: '--secret-file <file>', text: 'read the signing secret from a file, or from standard input for -' },
    { flags: '--description <text>', text: 'what it is for' },
    { flags: '--disabled', text: 'make it switched off' },
  ],
  examples: [
    'webhooks create --table orders --forward https://example.com/hooks --secret-file secret.txt',
    'webhooks create --table auth.users --events insert --forward function:greet',
  ],
  async run(context, _args, flags) {
    const [table, url] = [text(flags, 'table'), text(flags, 'forward')];
    if (table === undefined) throw wrongUse('Say whose changes: --table.');
    if (url === undefined) throw wrongUse('Say where deliveries go: --forward.');
    const [file, description] = [text(flags, 'secretFile'), text(flags, 'description')];
    const json = {
      table,
      url,
      events: requireEvents(text(flags, 'events')) ?? EVENTS,
      ...(file !== undefined && { secret: await readSecret(context, file) }),
      ...(description !== undefined && { description }),
      ...(flag(flags, 'disabled') && { enabled: false }),
    };
    const { api, base } = await projectApi(context);
    return recordResult((await api.call<object>(`${base}/webhooks`, { method: 'POST', json })).data);
  },
};

const remove: Command = {
  name: 'webhooks delete',
  args: ['<id>'],
  summary: 'Delete a webhook with the log of its deliveries',
  options: [CONFIRM],
  examples: ['webhooks delete 0199c0de-0000-7000-8000-000000000000 --confirm my-shop'],
  async run(context, [id = '']) {
    const { api, base, project } = await projectApi(context);
    await context.confirmLoss(`The webhook ${id} and the log of its deliveries will be gone.`, project);
    await api.call(`${base}${path`/webhooks/${id}`}`, { method: 'DELETE' });
    return noteResult({ id }, `Deleted the webhook ${id}.`);
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

export const webhookCommands: readonly Command[] = [list, create, test, resend, listen, remove];
