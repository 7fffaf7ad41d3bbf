import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../api/api.ts';
import { listAll } from '../../api/list-all.ts';
import { path } from '../../api/path.ts';
import { type Command, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { failed } from '../../outcome/failure.ts';
import { listResult, recordResult } from '../../outcome/result.ts';
import { projectApi } from './tables.ts';

const EXAMPLE_ID = '0199c0de-0000-7000-8000-000000000000';
const COLUMNS = ['id', 'table', 'state', 'progress', 'created_at', 'ended_at', 'error'];
const POLL_MS = 500;

export interface TableChange extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly table: string;
  readonly state: 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled';
  /** From 0 to 1. */
  readonly progress: number;
  readonly error: { readonly code: string; readonly error: string; readonly details?: unknown } | null;
}

const list: Command = {
  name: 'tables changes list',
  summary: 'List changes of large tables: those in progress and those of the last 7 days, newest first',
  options: [{ flags: '--table <name>', text: 'of this table' }],
  examples: ['tables changes list', 'tables changes list --table orders'],
  async run(context, _args, flags) {
    const { api, base } = await projectApi(context);
    return listResult(await listAll(api, `${base}/table-changes`, { table: text(flags, 'table') }), COLUMNS);
  },
};

const show: Command = {
  name: 'tables changes show',
  args: ['<id>'],
  summary: 'Show a change of a large table and how far it is',
  examples: [`tables changes show ${EXAMPLE_ID}`],
  async run(context, [id = '']) {
    const { api, at } = await changeAt(context, id);
    return recordResult((await api.get<TableChange>(at)).data);
  },
};

const wait: Command = {
  name: 'tables changes wait',
  args: ['<id>'],
  summary: 'Show the progress of a change until it has ended; exit 1 unless the change was made',
  more: 'Ctrl-C ends the command, and the change goes on: tables changes cancel ends the change.',
  examples: [`tables changes wait ${EXAMPLE_ID}`],
  async run(context, [id = '']) {
    return recordResult(await waitForChange(context, id));
  },
};

const cancel: Command = {
  name: 'tables changes cancel',
  args: ['<id>'],
  summary: 'Cancel a change of a large table, which leaves the table as it was',
  examples: [`tables changes cancel ${EXAMPLE_ID}`],
  async run(context, [id = '']) {
    const { api, at } = await changeAt(context, id);
    return recordResult((await api.call<TableChange>(at, { method: 'DELETE' })).data);
  },
};

async function changeAt(context: Context, id: string) {
  const { api, base } = await projectApi(context);
  return { api, at: `${base}${path`/table-changes/${id}`}` };
}

/** Shows the progress of a change until it is made. Throws when it fails or is cancelled. */
export async function waitForChange(context: Context, id: string): Promise<TableChange> {
  const { api, at } = await changeAt(context, id);
  const change = await endedChange(context, api, at);
  if (change.state === 'done') return change;
  if (change.state === 'cancelled') throw failed(`The change of ${change.table} was cancelled.`, 'cancelled');
  const { error = `The change of ${change.table} failed.`, code = 'change_failed', details } = change.error ?? {};
  throw failed(error, code, details);
}

async function endedChange({ output, signal }: Context, api: Api, at: string): Promise<TableChange> {
  for (;;) {
    const { data } = await api.get<TableChange>(at);
    if (data.state !== 'running' && data.state !== 'cancelling') {
      output.progress('');
      return data;
    }
    output.progress(`${data.table}: ${data.state}, ${Math.floor(data.progress * 100)} %`);
    await sleep(POLL_MS, undefined, { signal });
  }
}

export const tableChangeCommands: readonly Command[] = [list, show, wait, cancel];
