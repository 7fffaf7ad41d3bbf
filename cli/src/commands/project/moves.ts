import { setTimeout as sleep } from 'node:timers/promises';
import { listAll } from '../../api/list-all.ts';
import { path } from '../../api/path.ts';
import type { Command } from '../../command/command.ts';
import { failed } from '../../outcome/failure.ts';
import { listResult, recordResult } from '../../outcome/result.ts';
import { requireProjectId } from '../../settings/settings.ts';

/** The server answers at least this often, so that longer silence means that it is unreachable. */
const WAIT_S = 10;
const POLL_MS = 1000;
const COLUMNS = ['id', 'from', 'database', 'state', 'bytes', 'created_at', 'ended_at', 'kept_until', 'error'];

interface Move extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly from: string;
  readonly database: string;
  readonly error: string | null;
}

const move: Command = {
  name: 'projects move',
  args: ['<id>', '<database>'],
  summary: 'Move a project to another PostgreSQL database, and wait until it is there; for operators',
  more: 'Reads continue and writes wait during the copy, about 2 s for 10 MB. The old copy is kept for a day. Ctrl-C ends the command, and the move goes on.',
  examples: ['projects move my-shop west'],
  async run(context, [projectId = '', database = '']) {
    const id = requireProjectId(projectId, 'The id');
    await context.confirm(`Move the project ${id} to the database ${database}?`);
    const api = await context.api();
    const base = path`/api/cloud/projects/${id}`;
    const request = { method: 'POST', query: { wait: WAIT_S }, json: { database } } as const;
    let { data } = await api.call<Move>(`${base}/move`, request);
    while (data.state === 'running') {
      context.output.progress(`${data.from} → ${data.database} …`);
      await sleep(POLL_MS, undefined, { signal: context.signal });
      data = (await api.get<Move>(`${base}${path`/moves/${data.id}`}`)).data;
    }
    context.output.progress('');
    if (data.state === 'failed') throw failed(data.error ?? 'The project could not be moved.', 'move_failed');
    return recordResult(data);
  },
};

const list: Command = {
  name: 'projects moves',
  args: ['<id>'],
  summary: 'List the moves of a project between databases, newest first; for operators',
  examples: ['projects moves my-shop'],
  async run(context, [projectId = '']) {
    const id = requireProjectId(projectId, 'The id');
    return listResult(await listAll(await context.api(), path`/api/cloud/projects/${id}/moves`), COLUMNS);
  },
};

export const moveCommands: readonly Command[] = [move, list];
