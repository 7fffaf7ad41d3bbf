import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Api } from '../../api/api.ts';
import { path } from '../../api/path.ts';
import { type Command, flag } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readIfThere } from '../../files/write-whole.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { findByEmail } from '../people/users.ts';
import { projectApi } from '../project/tables.ts';

import { type Case, readCases } from './read-cases.ts';

const FILE = 'rules.test.json';

interface Verdict {
  readonly allowed: boolean;
  readonly reason: string;
  readonly status: number;
  readonly exists?: readonly { readonly table: string; readonly where: unknown; readonly held: boolean | null }[];
}

interface RuleCaseResult {
  readonly case: string;
  readonly expected: string;
  readonly got: string;
  readonly reason: string;
  readonly passed: boolean;
}

export const testRules: Command = {
  name: 'rules test',
  args: ['[file]'],
  summary: 'Try the rules of tables against a file of cases; exit 1 when one of them differs',
  more: `The file is ${FILE} when not said: {"cases": [{"as": "ann@example.com", "do": "update", "table": "tasks", "row": {"team_id": "…"}, "expect": "no"}]}. "as" is the address or id of a user, null for a visitor, or {"role": "editor"}; "expect" is "yes", "no" or the status of the API.`,
  options: [{ flags: '--draft', text: 'with the rules of schema.json, before they are pushed' }],
  examples: ['rules test', 'rules test rules.test.json --draft --json'],
  async run(context, [file = FILE], flags) {
    const { folder, folders } = await context.settings.serviceJson;
    const place = resolve(context.cwd, file);
    const text = await readIfThere(place, (from) => readFile(from, 'utf8'));
    if (text === undefined) throw wrongUse(`There is no file ${file}.`);
    const cases = readCases(parseJson(text, file));
    const drafts = flag(flags, 'draft') ? await readDrafts(join(folder, folders.schema)) : {};
    const tried = await tryAll(context, cases, drafts);
    const differing = tried.filter(({ passed }) => !passed);
    const exit = differing.length > 0 ? EXIT.failed : EXIT.done;
    const told = `${tried.length - differing.length} of ${tried.length} cases are as expected.`;
    if (differing.length > 0) context.output.note(told);
    const columns = ['case', 'expected', 'got', 'reason'];
    const data = { cases: tried.length, differing: differing.map(({ passed: _, ...shown }) => shown) };
    return { data, count: tried.length, exit, shown: { as: 'rows', columns, rows: differing, none: told } };
  },
};

type Drafts = Readonly<Record<string, { readonly rules?: unknown }>>;

async function readDrafts(file: string): Promise<Drafts> {
  const text = await readIfThere(file, (from) => readFile(from, 'utf8'));
  if (text === undefined) throw wrongUse(`There is no file ${file}: servicectl pull writes it.`);
  return ((parseJson(text, file) as { readonly tables?: Drafts } | null)?.tables ?? {}) as Drafts;
}

async function tryAll(context: Context, cases: readonly Case[], drafts: Drafts): Promise<readonly RuleCaseResult[]> {
  const { api, base } = await projectApi(context);
  const ids = new Map<string, string>();
  const tried: RuleCaseResult[] = [];
  for (const one of cases) {
    const as = await callerOf(api, base, one.as, ids);
    const rules = drafts[one.table]?.rules;
    const json = {
      action: one.do,
      as,
      ...(one.row !== undefined && { row: one.row }),
      ...(one.rowId !== undefined && { row_id: one.rowId }),
      ...(rules !== undefined && { rules }),
    };
    const { data } = await api.call<Verdict>(`${base}${path`/tables/${one.table}/rules/test`}`, {
      method: 'POST',
      json,
    });
    tried.push(judge(one, data));
  }
  return tried;
}

async function callerOf(api: Api, base: string, as: Case['as'], ids: Map<string, string>): Promise<Case['as']> {
  if (typeof as !== 'string' || !as.includes('@')) return as;
  const id = ids.get(as) ?? (await findByEmail(api, base, as)).id;
  ids.set(as, id);
  return id;
}

function judge(one: Case, { allowed, status, reason, exists = [] }: Verdict): RuleCaseResult {
  const passed = typeof one.expect === 'number' ? one.expect === status : one.expect === (allowed ? 'yes' : 'no');
  const got = typeof one.expect === 'number' ? String(status) : allowed ? 'yes' : 'no';
  const lookups = exists.map(({ table, where, held }) => {
    const term = `exists(${table},${typeof where === 'string' ? where : JSON.stringify(where)})`;
    return `${term} ${held === null ? 'depends on the row' : held ? 'holds' : 'does not hold'}.`;
  });
  return { case: one.name, expected: String(one.expect), got, reason: [reason, ...lookups].join(' '), passed };
}
