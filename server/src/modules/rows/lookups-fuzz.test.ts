import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Answers, ENGINES, openProject, type TestUser } from '../../../test/index.ts';
import { allows, type ModelCaller, type ModelRow, passesLevel, type Rule } from './lookups-model.ts';
import {
  createRandom,
  pick,
  RANKS,
  type Random,
  ROLES,
  randomRule,
  STATUSES,
  TEAMS,
  writtenRule,
} from './lookups-random.ts';

/** `FUZZ_SEED` repeats or widens a run: `FUZZ_ROUNDS=1000 FUZZ_SEED=7 npm test -- lookups-fuzz`. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_123);
const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? 40);
const DECISIONS_MIN = 20_000;
const ITEMS = 32;
const MEMBERS = 14;

const PEOPLE: readonly string[] = ['a', 'b', 'c'].map((last) => `0190a000-0000-7000-8000-00000000000${last}`);
const [ANN = '', BEN = '', CAT = ''] = PEOPLE;
const CALLERS: readonly ModelCaller[] = [
  { id: null, role: null },
  { id: ANN, role: null },
  { id: BEN, role: 'editor' },
  { id: CAT, role: 'open' },
];
const ACTIONS = ['read', 'create', 'update', 'delete'] as const;
type Rules = Readonly<Record<(typeof ACTIONS)[number], Rule>>;

describe.each(ENGINES)('random rules with look-ups on %s', (engine) => {
  const { project } = openProject(engine);
  const random = createRandom(SEED);
  const items: ModelRow[] = Array.from({ length: ITEMS }, (_, at) => ({
    id: `0190b000-0000-7000-8000-0000000001${String(at).padStart(2, '0')}`,
    owner_id: maybe(random, PEOPLE),
    slug: `s${at}`,
    ...randomItem(random),
  }));
  const members: ModelRow[] = Array.from({ length: MEMBERS }, () => ({
    team: maybe(random, TEAMS),
    who: maybe(random, PEOPLE),
    role: maybe(random, ROLES),
    level: maybe(random, RANKS),
  }));
  const tables = { items, members };
  let decisions = 0;

  beforeAll(async () => {
    const text = (name: string) => ({ name, type: 'text' });
    await project.createTable({
      name: 'members',
      columns: [text('team'), { ...text('who'), indexed: true }, text('role'), { name: 'level', type: 'integer' }],
    });
    await project.createTable({
      name: 'items',
      columns: [
        { ...text('slug'), unique: true },
        { ...text('team'), indexed: true },
        text('status'),
        text('parent'),
        text('note'),
        { name: 'rank', type: 'number' },
      ],
    });
    for (const [table, rows] of Object.entries(tables)) {
      expect((await project.secretApi(`/data/${table}`, { json: rows })).status).toBe(201);
    }
  });

  const setRules = async (rules: Rules): Promise<string> => {
    const written = Object.fromEntries(ACTIONS.map((action) => [action, writtenRule(rules[action], random)]));
    const { status, text } = await project.cloudApi('/tables/items', { method: 'PATCH', json: { rules: written } });
    if (status !== 200) throw new Error(`${JSON.stringify(written)}: ${text}`);
    return JSON.stringify(written);
  };

  const passes = (rules: Rules, action: keyof Rules, caller: ModelCaller, subject: ModelRow, isNew = false): boolean =>
    allows(rules[action], { tables, caller, subject }, isNew);

  const send = <Body = Answer>(caller: ModelCaller, path: string, init: object = {}) => {
    const user: TestUser | undefined = caller.id === null ? undefined : { id: caller.id, role: caller.role };
    return project.api<Body>(`/data/items${path}`, { ...init, ...(user && { user }) });
  };

  /** Every read path gives exactly the rows of the model. */
  const readAll = async (rules: Rules, caller: ModelCaller, name: string) => {
    const seen = items.filter((row) => passes(rules, 'read', caller, row));
    const slugs = seen.map((row) => row['slug']).sort();
    for (const path of ['?limit=1000', '?order=slug:desc&filter=slug:neq:x', '/export?format=json']) {
      const { status, body } = await send<Answers>(caller, path);
      // Callers who can never pass are refused instead.
      const found = status === 200 ? body.data.map((row) => row['slug']).sort() : [];
      expect([name, path, found]).toEqual([name, path, slugs]);
      if (status === 200) expect([name, path, body.count]).toEqual([name, path, slugs.length]);
      else expect([401, 403]).toContain(status);
      decisions += ITEMS;
    }
    const page = await send<Answers>(caller, '?order=created_at:desc&limit=3');
    if (page.status === 200) {
      expect([name, page.body.data.length, page.body.count]).toEqual([name, Math.min(3, slugs.length), slugs.length]);
    }
    const groups = await send<Answers>(caller, '/aggregate', { json: { op: 'count', group_by: ['team'] } });
    const total = groups.status === 200 ? groups.body.data.reduce((sum, row) => sum + Number(row['count']), 0) : 0;
    expect([name, 'aggregate', total]).toEqual([name, 'aggregate', slugs.length]);
    const one = pick(random, items);
    const { status } = await send(caller, `/${one['id']}`);
    expect([name, one['slug'], status === 200]).toEqual([name, one['slug'], seen.includes(one)]);
    decisions += 1;
  };

  const restore = async (row: ModelRow) => {
    const { status, text } = await project.secretApi('/data/items?on_conflict=id', { json: row });
    if (status >= 300) throw new Error(text);
  };

  const insertOne = async (rules: Rules, caller: ModelCaller, name: string) => {
    const sent = randomItem(random);
    const slug = `n${random(1_000_000_000)}`;
    const row: ModelRow = { ...sent, slug, owner_id: caller.id };
    const isAllowed = passes(rules, 'create', caller, row, true);
    const second = { ...sent, slug: `${slug}b` };
    const asArray = random(2) === 0;
    const { status, body } = await send<Answers>(caller, '', {
      json: asArray ? [{ ...sent, slug }, second] : { ...sent, slug },
    });
    const isPassing = isAllowed && (!asArray || passes(rules, 'create', caller, { ...row, ...second }, true));
    expect([name, 'insert', sent, status === 201]).toEqual([name, 'insert', sent, isPassing]);
    decisions += 1;
    if (status !== 201) return;
    // The read rule decides which rows are shown, and it may look at the new rows themselves.
    const added = asArray ? [row, { ...row, ...second }] : [row];
    const after = { items: [...items, ...added], members };
    const shown = [body.data ?? []].flat().map((each) => each['slug'] ?? null);
    const wanted = added.map((subject) =>
      allows(rules.read, { tables: after, caller, subject }, false) ? (subject['slug'] ?? null) : null,
    );
    if (asArray || wanted[0] !== null) expect([name, shown.filter(Boolean)]).toEqual([name, wanted.filter(Boolean)]);
    await project.secretApi(`/data/items?filter=slug:in:(${slug},${slug}b)`, { method: 'DELETE' });
  };

  const updateOne = async (rules: Rules, caller: ModelCaller, name: string) => {
    const row = pick(random, items);
    const patch = randomItem(random);
    const isSeen = passes(rules, 'read', caller, row);
    const isTouched = isSeen && passes(rules, 'update', caller, row);
    const isFit = isTouched && passes(rules, 'update', caller, { ...row, ...patch });
    const { id = null, slug = null } = row;
    const ways: readonly [string, object, number[]][] = [
      [`/${id}`, { method: 'PATCH', json: patch }, isFit ? [200] : isSeen ? [403, 401] : [404, 401, 403]],
      [
        `?filter=slug:eq:${slug}`,
        { method: 'PATCH', json: patch },
        isFit ? [200] : isTouched ? [403] : [200, 401, 403],
      ],
      ['/batch', { json: [{ op: 'update', id, data: patch }] }, isFit ? [200] : [400, 401, 403]],
    ];
    const [path, init, wanted] = pick(random, ways);
    const { status, body } = await send(caller, path, init);
    expect([name, path, slug, patch, wanted.includes(status), status]).toEqual([name, path, slug, patch, true, status]);
    if (!isFit && status === 200) expect([name, path, body.count]).toEqual([name, path, 0]);
    decisions += 1;
    if (isFit) await restore(row);
  };

  const updateMany = async (rules: Rules, caller: ModelCaller, name: string) => {
    const touched = items.filter((row) => passes(rules, 'read', caller, row) && passes(rules, 'update', caller, row));
    const { status, body } = await send(caller, '?filter=slug:neq:x', {
      method: 'PATCH',
      json: { note: name.slice(0, 9) },
    });
    if (status === 200) expect([name, 'many', body.count]).toEqual([name, 'many', touched.length]);
    else expect([name, 'many', touched.length]).toEqual([name, 'many', 0]);
    decisions += ITEMS;
  };

  const upsertOne = async (rules: Rules, caller: ModelCaller, name: string) => {
    const row = pick(random, items);
    const patch = randomItem(random);
    const isTouched = passes(rules, 'read', caller, row) && passes(rules, 'update', caller, row);
    const isFit = isTouched && passes(rules, 'update', caller, { ...row, ...patch });
    const json = { ...patch, slug: row['slug'] };
    const { status } = await send(caller, '?on_conflict=slug', { json });
    // This also needs the right to create some row, though not this one.
    const mayCreate = passesLevel(rules.create, caller) && status !== 401;
    expect([name, 'upsert', json, status === 200]).toEqual([name, 'upsert', json, isFit && mayCreate]);
    decisions += 1;
    if (status === 200) await restore(row);
  };

  const deleteOne = async (rules: Rules, caller: ModelCaller, name: string) => {
    const row = pick(random, items);
    const isGone = passes(rules, 'read', caller, row) && passes(rules, 'delete', caller, row);
    const { id = null, slug = null } = row;
    const ways: readonly [string, object][] = [
      [`/${id}`, { method: 'DELETE' }],
      [`?filter=slug:eq:${slug}`, { method: 'DELETE' }],
      ['/batch', { json: [{ op: 'delete', id }] }],
    ];
    const [path, init] = pick(random, ways);
    const { status, body } = await send(caller, path, init);
    expect([name, path, slug, status === 200 && body.count === 1]).toEqual([name, path, slug, isGone]);
    decisions += 1;
    if (isGone) await restore(row);
  };

  it(`let every caller do exactly what the model says, on every path (seed ${SEED})`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const rules: Rules = {
        read: randomRule(random),
        create: randomRule(random),
        update: randomRule(random),
        delete: randomRule(random),
      };
      const written = await setRules(rules);
      for (const caller of CALLERS) {
        const name = `${caller.id?.slice(-1) ?? '-'} round ${round} ${written}`;
        await readAll(rules, caller, name);
        await insertOne(rules, caller, name);
        await updateOne(rules, caller, name);
        await updateMany(rules, caller, name);
        await upsertOne(rules, caller, name);
        await deleteOne(rules, caller, name);
      }
    }
    expect(decisions).toBeGreaterThanOrEqual(DECISIONS_MIN);
    const state = (await project.secretApi<Answers>('/data/items?limit=1000')).body.data;
    expect(state.map(({ slug }) => slug).sort()).toEqual(items.map(({ slug }) => slug).sort());
  }, 600_000);

  it('differ from the model when it lacks a membership (negative control)', async () => {
    const where = {
      kind: 'exists',
      table: 'members',
      terms: [{ kind: 'compare', column: 'who', op: 'eq', values: [{ user: 'id' }] }],
    } as const;
    const rule: Rule = { level: 'authenticated', where };
    await setRules({ read: rule, create: rule, update: rule, delete: rule });
    const ann: ModelCaller = { id: ANN, role: null };
    const found = (await send<Answers>(ann, '?limit=0')).body.count;
    const poorer = { items, members: members.filter(({ who }) => who !== ANN) };
    const [subject = {}] = items;
    expect([found, allows(rule, { tables: poorer, caller: ann, subject }, false)]).toEqual([ITEMS, false]);
  });
});

function randomItem(random: Random): ModelRow {
  return {
    team: maybe(random, TEAMS),
    status: maybe(random, STATUSES),
    rank: maybe(random, RANKS),
    parent: maybe(random, ['s1', 's2', 's3', 'none']),
  };
}

function maybe<Item extends string | number>(random: Random, items: readonly Item[]): Item | null {
  return random(4) === 0 ? null : pick(random, items);
}
