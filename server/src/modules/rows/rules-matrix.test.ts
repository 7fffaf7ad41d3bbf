import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, type ApiInit, ENGINES, openProject, type Reply } from '../../../test/index.ts';
import {
  type ModelCaller,
  type ModelRow,
  type ModelRule,
  type ModelRules,
  ownerOf,
  passes,
  refusalOf,
} from './rules-model.ts';

const ALICE = '0190a000-0000-7000-8000-00000000000a';
const BORIS = '0190a000-0000-7000-8000-00000000000b';
const CLARA = '0190a000-0000-7000-8000-00000000000c';

const CALLERS: Readonly<Record<string, ModelCaller>> = {
  anonymous: { kind: 'anonymous' },
  alice: { kind: 'user', id: ALICE, role: null },
  boris: { kind: 'user', id: BORIS, role: 'open' },
  clara: { kind: 'user', id: CLARA, role: 'editor' },
  secret: { kind: 'secret' },
};

const RULES: readonly ModelRule[] = [
  ...['public', 'authenticated', 'owner', 'role:editor', 'private'].flatMap((level): ModelRule[] => [
    { level },
    { level, where: 'status:eq:open' },
  ]),
  { level: 'public', where: 'owner_id:eq:$user.id' },
  { level: 'authenticated', where: 'status:eq:$user.role' },
];
/** Read rules combined with the rule under test: rows visible to all, to some, to their owner, to no caller. */
const STRICTEST: ModelRule = { level: 'private' };
const READS: readonly ModelRule[] = [
  { level: 'public' },
  { level: 'public', where: 'status:eq:open' },
  { level: 'owner' },
  STRICTEST,
];
const OPEN: ModelRule = { level: 'public' };
const SECRET: ModelCaller = { kind: 'secret' };
const OPEN_RULES: ModelRules = { read: OPEN, create: OPEN, update: OPEN, delete: OPEN };
/** The number of tables checked concurrently. */
const TABLES = 4;

type StoredRow = ModelRow & { readonly id: string; readonly email: string };

/** The rows before each request: each owner with each status. */
const ROWS: readonly StoredRow[] = [ALICE, null].flatMap((owner, o) =>
  ['open', 'closed'].map((status, s) => ({
    id: `0190b000-0000-7000-8000-0000000000${o}${s}`,
    owner,
    status,
    email: `row-${o}-${s}`,
  })),
);

/** One caller under one set of rules, on a table whose rows are as in `ROWS`. */
interface Case {
  readonly rules: ModelRules;
  readonly caller: ModelCaller;
  readonly name: string;
  as(who: ModelCaller, path: string, init?: ApiInit): Promise<Reply<Answers>>;
  /** Restores rows to their initial state after any change. */
  restore(rows: readonly StoredRow[]): Promise<void>;
}

describe.each(ENGINES)('rules on %s give every caller the same answers as the model', (engine) => {
  const { project } = openProject(engine);
  const tables: string[] = [];
  beforeAll(async () => {
    const columns = [
      { name: 'status', type: 'text' },
      { name: 'note', type: 'text' },
      { name: 'email', type: 'text', unique: true },
    ];
    for (let count = 0; count < TABLES; count += 1) tables.push(await project.createTable({ columns }));
  });

  const caseOn = (table: string, rules: ModelRules, caller: ModelCaller, name: string): Case => {
    const as = (who: ModelCaller, path: string, init: ApiInit = {}) => {
      const at = `/data/${table}${path}`;
      if (who.kind === 'secret') return project.secretApi<Answers>(at, init);
      const user = who.id === undefined ? {} : { user: { id: who.id, role: who.role ?? null } };
      return project.api<Answers>(at, { ...init, ...user });
    };
    const restore = async (rows: readonly StoredRow[]) => {
      const json = rows.map(({ id, owner, status, email }) => ({ id, owner_id: owner, status, note: null, email }));
      const { status, text } = await as(SECRET, '?on_conflict=id&return=minimal', { json });
      if (status >= 300) throw new Error(text);
    };
    return { rules, caller, name, as, restore };
  };

  const setRules = async (table: string, rules: ModelRules) => {
    const { status, text } = await project.cloudApi(`/tables/${table}`, { method: 'PATCH', json: { rules } });
    if (status !== 200) throw new Error(text);
  };

  /**
   * Runs a check for every caller under every set of rules; afterwards all rows must be as they were. Each table has the
   * same rows, and takes the next set of rules when it is done with one.
   */
  const everyCase = async (list: readonly ModelRules[], check: (under: Case) => Promise<void>) => {
    const left = [...list];
    const work = async (table: string) => {
      const { as, restore } = caseOn(table, OPEN_RULES, SECRET, 'all');
      const state = async () => (await as(SECRET, '?select=id,status,note,owner_id&order=id')).body.data;
      await restore(ROWS);
      const before = await state();
      for (let rules = left.shift(); rules !== undefined; rules = left.shift()) {
        await setRules(table, rules);
        for (const [caller, who] of Object.entries(CALLERS)) {
          // A secret key passes every rule, so testing it with the strictest read rule covers the others.
          if (who.kind === 'secret' && READS.includes(rules.read) && rules.read !== STRICTEST) continue;
          const name = `${caller} ${JSON.stringify(rules)}`;
          await check(caseOn(table, rules, who, name));
          expect([await state(), name]).toEqual([before, name]);
        }
      }
    };
    await Promise.all(tables.map(work));
  };

  it('when reading: lists, counts, filters, single rows, aggregates and exports', async () => {
    const list = RULES.map((read) => ({ read, create: OPEN, update: OPEN, delete: OPEN }));
    await everyCase(list, async ({ rules, caller, name, as }) => {
      const refusal = refusalOf(rules, 'read', caller);
      const visible = ROWS.filter((row) => passes(rules, 'read', caller, row)).map((row) => row.id);
      for (const path of [
        '',
        '?filter=status:in:(open,closed)&order=id',
        '?filter=not(email:eq:none)&limit=1000',
        '/export?format=json',
      ]) {
        const { status, body } = await as(caller, path);
        expect([status, path, name]).toEqual([refusal ?? 200, path, name]);
        if (refusal !== undefined) continue;
        expect([body.data.map((row) => row['id']), body.count, name]).toEqual([visible, visible.length, name]);
      }
      const none = await as(caller, '?limit=0');
      if (refusal === undefined) expect([none.body, name]).toEqual([{ data: [], count: visible.length }, name]);
      const sum = await as(caller, '/aggregate', { json: { op: 'count' } });
      expect([sum.status, name]).toEqual([refusal ?? 200, name]);
      if (refusal === undefined) expect(sum.body.data).toEqual([{ count: visible.length }]);
      for (const { id } of ROWS) {
        const { status } = await as(caller, `/${id}`);
        expect([status, name]).toEqual([refusal ?? (visible.includes(id) ? 200 : 404), name]);
      }
    });
  }, 300_000);

  it('when creating: single rows, several, batches and upserts', async () => {
    const list = RULES.flatMap((create) => READS.map((read) => ({ read, create, update: OPEN, delete: OPEN })));
    await everyCase(list, async ({ rules, caller, name, as }) => {
      let made = 0;
      for (const status of ['open', 'closed']) {
        const row: ModelRow = { status, owner: ownerOf(caller) };
        const alone = refusalOf(rules, 'create', caller) ?? (passes(rules, 'create', caller, row) ? 201 : 403);
        const shown = passes(rules, 'read', caller, row);
        const requests: [string, unknown, number, number][] = [
          ['', { status }, alone, 1],
          ['', [{ status }, { status }], alone, 2],
          ['?on_conflict=email', { status, email: `new ${status}` }, alone, 1],
          ['/batch', [{ op: 'insert', data: { status } }], batchStatus(rules, 'create', caller, alone), 1],
        ];
        for (const [path, json, wanted, rows] of requests) {
          const answer = await as(caller, path, { json });
          expect([answer.status, path, status, name]).toEqual([wanted, path, status, name]);
          if (answer.status >= 400) continue;
          made += rows;
          const data = path === '/batch' ? answer.body.data[0] : answer.body.data;
          expect([data !== undefined && !isCount(data), path, name]).toEqual([shown, path, name]);
        }
      }
      if (made === 0) return;
      const kept = ROWS.map(({ id }) => id).join(',');
      const { body } = await as(SECRET, `?filter=id:nin:(${kept})`, { method: 'DELETE' });
      expect([body.data.map((row) => row['owner_id']), name]).toEqual([Array(made).fill(ownerOf(caller)), name]);
    });
  }, 300_000);

  it('when updating: by id, by filter, in batches and by upserts', async () => {
    const list = RULES.flatMap((update) => READS.map((read) => ({ read, create: OPEN, update, delete: OPEN })));
    await everyCase(list, async ({ rules, caller, name, as, restore }) => {
      const refusal = refusalOf(rules, 'update', caller);
      const check = async (row: StoredRow, patch: Partial<StoredRow> | { note: string }) => {
        const readable = passes(rules, 'read', caller, row);
        const touched = readable && passes(rules, 'update', caller, row);
        const fits = passes(rules, 'update', caller, { ...row, ...patch });
        const alone = refusal ?? (!readable ? 404 : touched && fits ? 200 : 403);
        const byUpsert = refusal ?? (!touched ? 409 : fits ? 200 : 403);
        const inBatch = batchStatus(rules, 'update', caller, alone);
        const requests: [string, ApiInit, number][] = [
          [`/${row.id}`, { method: 'PATCH', json: patch }, alone],
          ['/batch', { json: [{ op: 'update', id: row.id, data: patch }] }, inBatch],
          ['?on_conflict=email', { json: { email: row.email, ...patch } }, byUpsert],
          [`?filter=id:eq:${row.id}`, { method: 'PATCH', json: patch }, refusal ?? (touched && !fits ? 403 : 200)],
        ];
        for (const [path, init, wanted] of requests) {
          const answer = await as(caller, path, init);
          expect([answer.status, path, patch, name]).toEqual([wanted, path, patch, name]);
          if (answer.status >= 400 || answer.body.count === 0) continue;
          expect([touched && fits && refusal === undefined, path, name]).toEqual([true, path, name]);
          // No rule depends on `note`, and writing the status that a row already has changes nothing.
          if ('status' in patch && patch.status !== row.status) await restore([row]);
        }
      };
      await Promise.all(ROWS.map((row) => check(row, { note: 'changed' })));
      await restore(ROWS);
      await Promise.all(ROWS.map((row) => check(row, { status: 'closed' })));
    });
  }, 300_000);

  it('when deleting: by id, by filter and in batches', async () => {
    const list = RULES.flatMap((remove) => READS.map((read) => ({ read, create: OPEN, update: OPEN, delete: remove })));
    await everyCase(list, async ({ rules, caller, name, as, restore }) => {
      const refusal = refusalOf(rules, 'delete', caller);
      const check = async (row: StoredRow) => {
        const readable = passes(rules, 'read', caller, row);
        const touched = readable && passes(rules, 'delete', caller, row);
        const alone = refusal ?? (!readable ? 404 : touched ? 200 : 403);
        const requests: [string, ApiInit, number][] = [
          [`/${row.id}`, { method: 'DELETE' }, alone],
          ['/batch', { json: [{ op: 'delete', id: row.id }] }, batchStatus(rules, 'delete', caller, alone)],
          [`?filter=id:eq:${row.id}`, { method: 'DELETE' }, refusal ?? 200],
        ];
        for (const [path, init, wanted] of requests) {
          const answer = await as(caller, path, init);
          expect([answer.status, path, name]).toEqual([wanted, path, name]);
          if (answer.status >= 400 || answer.body.count === 0) continue;
          expect([touched && refusal === undefined, path, name]).toEqual([true, path, name]);
          await restore([row]);
        }
      };
      await Promise.all(ROWS.map(check));
    });
  }, 300_000);

  it('differ from the model when the table has other rules (negative control)', async () => {
    const [table = ''] = tables;
    const alice: ModelCaller = { kind: 'user', id: ALICE };
    const { as, restore } = caseOn(table, OPEN_RULES, alice, 'alice');
    await restore(ROWS);
    await setRules(table, OPEN_RULES);
    const narrower: ModelRules = { ...OPEN_RULES, read: { level: 'owner' } };
    const visible = ROWS.filter((row) => passes(narrower, 'read', alice, row)).map((row) => row.id);
    expect((await as(alice, '')).body.data.map((row) => row['id'])).not.toEqual(visible);
  });
});

function isCount(data: object): boolean {
  return Object.keys(data).length === 1 && 'count' in data;
}

/** A batch whose only item can never pass is refused as the single call is; one that fails is `batch_failed`. */
function batchStatus(rules: ModelRules, action: keyof ModelRules, caller: ModelCaller, alone: number): number {
  return refusalOf(rules, action, caller) ?? (alone >= 400 ? 400 : 200);
}
