import { resolve } from 'node:path';
import { listAll } from '../../api/list-all.ts';
import { path } from '../../api/path.ts';
import { type Command, text } from '../../command/command.ts';
import { CONFIRM } from '../../command/global-options.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { listResult, noteResult, recordResult, textResult } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';

const list: Command = {
  name: 'messages list',
  summary: 'List what visitors left in the inbox, newest first',
  options: [
    { flags: '--status <status>', text: 'unread, read, archived, spam or all; all but spam when not said' },
    { flags: '--search <text>', text: 'part of the text, the name or the address' },
  ],
  examples: ['messages list --status unread'],
  async run(context, _args, flags) {
    const { api, base } = await projectApi(context);
    const query = { status: text(flags, 'status'), search: text(flags, 'search') };
    return listResult(await listAll(api, `${base}/messages`, query), [
      'id',
      'status',
      'from_email',
      'created_at',
      'body',
    ]);
  },
};

const show: Command = {
  name: 'messages show',
  args: ['<id>'],
  summary: 'Show a message',
  examples: ['messages show 0199c0de-0000-7000-8000-000000000000'],
  async run(context, [id = '']) {
    const { api, base } = await projectApi(context);
    return recordResult((await api.get<object>(`${base}${path`/messages/${id}`}`)).data);
  },
};

const mark: Command = {
  name: 'messages mark',
  args: ['<id>', '<status>'],
  summary: 'Mark a message as unread, read, archived or spam',
  examples: ['messages mark 0199c0de-0000-7000-8000-000000000000 archived'],
  async run(context, [id = '', status = '']) {
    const { api, base } = await projectApi(context);
    const answer = await api.call<object>(`${base}${path`/messages/${id}`}`, { method: 'PATCH', json: { status } });
    return recordResult(answer.data);
  },
};

const remove: Command = {
  name: 'messages delete',
  args: ['<id>'],
  summary: 'Delete a message',
  options: [CONFIRM],
  examples: ['messages delete 0199c0de-0000-7000-8000-000000000000 --confirm my-shop'],
  async run(context, [id = '']) {
    const { api, base, project } = await projectApi(context);
    await context.confirmLoss(`The message ${id} will be gone.`, project);
    await api.call(`${base}${path`/messages/${id}`}`, { method: 'DELETE' });
    return noteResult({ id }, `Deleted the message ${id}.`);
  },
};

const exportAll: Command = {
  name: 'messages export',
  summary: 'Write all messages that match, as CSV or JSON',
  options: [
    { flags: '--format <format>', text: 'csv when not said (json with --json)', choices: ['csv', 'json'] },
    { flags: '--status <status>', text: 'as in messages list' },
    { flags: '--out <file>', text: 'a file instead of standard output' },
  ],
  examples: ['messages export --out messages.csv'],
  async run(context, _args, flags) {
    const { api, base } = await projectApi(context);
    const out = text(flags, 'out');
    const isDocument = context.options.json === true && out === undefined;
    const format = isDocument ? 'json' : (text(flags, 'format') ?? 'csv');
    const content = await api.text(`${base}/messages/export`, { query: { format, status: text(flags, 'status') } });
    if (isDocument) {
      const { data, count } = JSON.parse(content) as { data: object[]; count: number };
      return noteResult(data, '', count);
    }
    if (out === undefined) return textResult(null, content);
    const file = resolve(context.cwd, out);
    await writeWhole(file, content, 0o600);
    return noteResult({ path: file, bytes: Buffer.byteLength(content) }, `${file} is written.`);
  },
};

export const messageCommands: readonly Command[] = [list, show, mark, remove, exportAll];
