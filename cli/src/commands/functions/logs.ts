import type { Api, Envelope } from '../../api/api.ts';
import { untilBack } from '../../api/until-back.ts';
import { type Command, flag, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { wrongUse } from '../../outcome/failure.ts';
import type { Result } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';

const WAIT_S = 20;
const LINES_MAX = 1000;

export interface LogLine {
  readonly id: string;
  readonly at: string;
  readonly function: string;
  readonly run_id: string;
  readonly level: string;
  readonly message: string;
}

export const logs: Command = {
  name: 'functions logs',
  args: ['[name]'],
  summary: 'Show what functions have logged, and go on with --follow',
  more: 'With --follow a server that goes away is waited for; what it logs meanwhile comes when it is back.',
  options: [
    { flags: '--follow', text: 'wait for new lines until Ctrl-C; with --json an object a line' },
    { flags: '--since <time>', text: 'from then on: an ISO time, or such as 10m, 2h, 1d' },
  ],
  examples: ['functions logs', 'functions logs greet --follow', 'functions logs --since 1h'],
  async run(context, [name], flags) {
    const { api, base } = await projectApi(context);
    const since = text(flags, 'since');
    const query = { function: name, since: since === undefined ? undefined : timeOf(since) };
    const page = await readPage(api, base, query);
    const lines = page.data.toReversed();
    if (!flag(flags, 'follow')) return linesResult(lines, page.count);
    for (const line of lines) await show(context, line);
    const following = { context, api, base, function: name, after: page.cursor ?? '' };
    await followLogs(following, (line) => show(context, line));
    return { data: null, shown: { as: 'nothing' } };
  },
};

interface FollowedLogs {
  readonly context: Context;
  readonly api: Api;
  readonly base: string;
  readonly function: string | undefined;
  readonly after: string;
}

export async function followLogs(following: FollowedLogs, take: (line: LogLine) => Promise<void>): Promise<void> {
  const { context, api, base } = following;
  let { after } = following;
  for (;;) {
    // After a lost connection the first request does not wait, so that it returns what was logged meanwhile.
    const page = await untilBack(context, (isLost) =>
      readPage(api, base, { function: following.function, after, wait: isLost ? undefined : WAIT_S }),
    );
    for (const line of page.data) await take(line);
    after = page.cursor ?? after;
  }
}

export async function logEnd(api: Api, base: string): Promise<string> {
  return (await readPage(api, base, { limit: 1 })).cursor ?? '';
}

function readPage(api: Api, base: string, query: object): Promise<Envelope<LogLine[]>> {
  return api.get<LogLine[]>(`${base}/logs`, { source: 'function', limit: LINES_MAX, ...query });
}

function show({ output }: Context, line: LogLine): Promise<void> {
  return output.line(line, textOf(line));
}

function textOf({ at, function: name, level, message }: LogLine): string {
  return `${at} ${name} ${level} ${message}`;
}

function linesResult(lines: readonly LogLine[], count = lines.length): Result {
  return { data: lines, count, shown: { as: 'text', text: lines.map((line) => `${textOf(line)}\n`).join('') } };
}

export const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function timeOf(text: string): string {
  const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount !== undefined) return new Date(Date.now() - Number(amount) * (UNITS_MS[unit] ?? 0)).toISOString();
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw wrongUse(`"${text}" is no time: use one such as 2026-11-20T10:00:00Z, or 10m, 2h, 1d.`);
  return new Date(time).toISOString();
}
