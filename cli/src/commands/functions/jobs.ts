import { path } from '../../api/path.ts';
import { type Command, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { listResult, recordResult } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';
import { UNITS_MS } from './logs.ts';
import { readPayload } from './read-payload.ts';

const EXAMPLE_ID = '0199c0de-0000-7000-8000-000000000000';
const STATES = ['waiting', 'running', 'succeeded', 'failed', 'cancelled'];
const COLUMNS = ['id', 'function', 'state', 'due_at', 'attempt', 'retries', 'key', 'error'];
const LIST_MAX = 1000;

const later: Command = {
  name: 'functions later',
  args: ['<name>'],
  summary: 'Order a run of a function for now or later',
  options: [
    { flags: '--after <duration>', text: 'how long from now: such as 30s, 10m, 2h, 3d' },
    { flags: '--at <time>', text: 'an ISO time with a zone, instead of --after' },
    { flags: '--payload <json>', text: 'what it gets: JSON, @file, or - for standard input' },
    { flags: '--key <key>', text: 'order nothing while a job with this key waits, runs or has just succeeded' },
    { flags: '--retries <n>', text: 'repeats after failures, 0 to 10 (3 when not said)' },
  ],
  examples: ['functions later welcome --after 3d', `functions later report --payload '{"month":11}' --key report-11`],
  async run(context, [name = ''], flags) {
    const { api, base } = await projectApi(context);
    const [after, at, retries] = [text(flags, 'after'), text(flags, 'at'), text(flags, 'retries')];
    if (after !== undefined && at !== undefined) throw wrongUse('Say --after or --at, not both.');
    const json = {
      payload: await readPayload(context, text(flags, 'payload')),
      after_s: after === undefined ? undefined : secondsOf(after),
      at,
      key: text(flags, 'key'),
      retries: retries === undefined ? undefined : Number(retries),
    };
    const { data } = await api.call<object>(`${base}${path`/functions/${name}/later`}`, { method: 'POST', json });
    return recordResult(data);
  },
};

const list: Command = {
  name: 'functions jobs list',
  summary: 'List runs that were ordered for later, newest first',
  options: [
    { flags: '--function <name>', text: 'of this function' },
    { flags: '--state <state>', text: `in this state: ${STATES.join(', ')}` },
  ],
  examples: ['functions jobs list', 'functions jobs list --state failed'],
  async run(context, _args, flags) {
    const { api, base } = await projectApi(context);
    const query = { function: text(flags, 'function'), state: text(flags, 'state'), limit: LIST_MAX };
    return listResult(await api.get<object[]>(`${base}/jobs`, query), COLUMNS);
  },
};

const resume: Command = {
  name: 'functions jobs resume',
  summary: 'Let the jobs of a project that was restored with --paused start when they are due',
  examples: ['functions jobs resume'],
  async run(context) {
    const { api, base } = await projectApi(context);
    const { count } = await api.call(`${base}/jobs/resume`, { method: 'POST' });
    return recordResult({ resumed: count });
  },
};

const show: Command = {
  name: 'functions jobs show',
  args: ['<id>'],
  summary: 'Show one job with what its runs are given',
  examples: [`functions jobs show ${EXAMPLE_ID}`],
  run: (context, [id = '']) => callJob(context, id, '', 'GET'),
};

const retry: Command = {
  name: 'functions jobs retry',
  args: ['<id>'],
  summary: 'Queue a failed or cancelled job again, with all its retries',
  examples: [`functions jobs retry ${EXAMPLE_ID}`],
  run: (context, [id = '']) => callJob(context, id, '/retry', 'POST'),
};

const cancel: Command = {
  name: 'functions jobs cancel',
  args: ['<id>'],
  summary: 'Cancel a job that waits',
  examples: [`functions jobs cancel ${EXAMPLE_ID}`],
  run: (context, [id = '']) => callJob(context, id, '', 'DELETE'),
};

async function callJob(context: Context, id: string, action: string, method: 'GET' | 'POST' | 'DELETE') {
  const { api, base } = await projectApi(context);
  const { data } = await api.call<object>(`${base}${path`/jobs/${id}`}${action}`, { method });
  return recordResult(data);
}

function secondsOf(duration: string): number {
  const [, amount, unit = ''] = /^(\d{1,9})([smhd])$/.exec(duration) ?? [];
  if (amount === undefined) throw wrongUse(`"${duration}" is no duration: use one such as 30s, 10m, 2h, 3d.`);
  return (Number(amount) * (UNITS_MS[unit] ?? 0)) / 1000;
}

export const jobCommands: readonly Command[] = [later, list, show, retry, cancel, resume];
