import { describe, expect, test } from 'vitest';
import type { Caller } from '../../callers/index.ts';
import type { ColumnDefinition } from '../../database/ddl/definition.ts';
import type { RowAction, Table } from '../../database/schema/index.ts';
import { buildCatalogue } from './catalogue.ts';
import { PRIVATE_RULES, ROW_ACTIONS, type StoredRule } from './rules.ts';
import { scope } from './scope.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const ID = '0198c5d4-0000-7000-8000-000000000001';
const ANONYMOUS: Caller = { kind: 'anonymous' };
const SECRET: Caller = { kind: 'secret', id: 'k' };
const user = (role: string | null): Caller => ({
  kind: 'user',
  user: { id: ID, email: 'a@x.org', verifiedEmail: 'a@x.org', role },
});

const options = { required: false, unique: false, indexed: false, readOnly: false };
const COLUMNS: readonly ColumnDefinition[] = [
  { key: '1', name: 'title', type: 'text', hidden: false, ...options },
  { key: '2', name: 'secret', type: 'text', hidden: true, ...options },
  { key: '3', name: 'at', type: 'timestamp', hidden: false, ...options },
];

function tableWith(rules: Partial<Record<RowAction, StoredRule>>): Table {
  const definition = {
    id: ID,
    name: 't',
    columns: COLUMNS,
    indexes: [],
    indexesByTime: true,
    idsByTime: true,
    watched: false,
  };
  const stored = { definition, rules: { ...PRIVATE_RULES, ...rules }, version: 1, createdAt: '', updatedAt: '' };
  const table = buildCatalogue(1, [stored]).tables.get('t');
  if (table === undefined) throw new Error('no table');
  return table;
}

/** `yes`, `sign in`, `no`, or the resulting condition. */
function decide(rule: StoredRule, action: RowAction, caller: Caller): string {
  const decision = scope(tableWith({ [action]: rule }), action, caller, NOW);
  if (!decision.allowed) return decision.reason === 'forbidden' ? 'no' : 'sign in';
  const { condition } = decision.scope;
  if (condition.kind === 'always') return 'yes';
  if (condition.kind === 'compare') return `${condition.column.name} ${condition.op} ${condition.values.join()}`;
  return condition.kind === 'and'
    ? condition.terms.map((term) => ('column' in term ? term.column.name : term.kind)).join(' and ')
    : condition.kind;
}

describe('scope', () => {
  test.each([
    // level, anonymous, user, user with the role, secret
    ['public', 'yes', 'yes', 'yes', 'yes'],
    ['authenticated', 'sign in', 'yes', 'yes', 'yes'],
    ['role:admin', 'sign in', 'no', 'yes', 'yes'],
    ['role:null', 'sign in', 'no', 'no', 'yes'],
    ['private', 'no', 'no', 'no', 'yes'],
  ] as const)('%s lets the right callers do every action', (level, anonymous, plain, admin, secret) => {
    for (const action of ROW_ACTIONS) {
      expect(decide({ level }, action, ANONYMOUS)).toBe(anonymous);
      expect(decide({ level }, action, user(null))).toBe(plain);
      expect(decide({ level }, action, user('admin'))).toBe(admin);
      expect(decide({ level }, action, SECRET)).toBe(secret);
    }
  });

  test('the owner level limits reads to the rows of the signed-in user, and lets every signed-in user create', () => {
    for (const action of ['read', 'update', 'delete'] as const) {
      expect(decide({ level: 'owner' }, action, user(null))).toBe(`owner_id eq ${ID}`);
      expect(decide({ level: 'owner', where: 'title:eq:a' }, action, user(null))).toBe('owner_id and title');
    }
    expect(decide({ level: 'owner' }, 'create', user(null))).toBe('yes');
    expect(decide({ level: 'owner', where: 'title:eq:a' }, 'create', user(null))).toBe('title eq a');
    expect(decide({ level: 'owner' }, 'create', ANONYMOUS)).toBe('sign in');
  });

  test('a condition applies to all callers except secret ones, with variables replaced by values', () => {
    const where = (text: string, caller: Caller) => decide({ level: 'public', where: text }, 'read', caller);
    expect(where('secret:eq:x', ANONYMOUS)).toBe('secret eq x');
    expect(where('at:lt:$now', ANONYMOUS)).toBe('at lt 2026-01-02T03:04:05.000Z');
    expect(where('title:eq:$user.email', user(null))).toBe('title eq a@x.org');
    expect(where('title:eq:x', SECRET)).toBe('yes');
  });

  test('an unverified email address has no value', () => {
    const unproven: Caller = { kind: 'user', user: { id: ID, email: 'a@x.org', verifiedEmail: null, role: null } };
    const rule = { level: 'authenticated', where: 'title:eq:$user.email' } as const;
    for (const action of ROW_ACTIONS) {
      expect(decide(rule, action, user(null))).toBe('title eq a@x.org');
      expect(decide(rule, action, unproven)).toBe('never');
    }
  });

  test('a comparison with a value the caller lacks is unknown, and so is its negation', () => {
    const where = (text: string, caller: Caller) => decide({ level: 'public', where: text }, 'read', caller);
    for (const text of ['title:eq:$user.role', 'not(title:eq:$user.role)']) {
      expect(where(text, user(null))).toBe('never');
      expect(where(text, ANONYMOUS)).toBe('sign in');
    }
    for (const caller of [user(null), ANONYMOUS]) {
      expect(where('or(title:eq:a,title:eq:$user.role)', caller)).toBe('title eq a');
      expect(where('or(title:eq:a,not(title:eq:$user.role))', caller)).toBe('title eq a');
    }
  });

  test.each(['colour:eq:red', 'title:', 'at:eq:yesterday', '{'])(
    'the rule %j cannot be evaluated and so denies',
    (where) => {
      for (const caller of [ANONYMOUS, user('admin')])
        expect(decide({ level: 'public', where }, 'read', caller)).toBe('no');
      expect(decide({ level: 'public', where }, 'read', SECRET)).toBe('yes');
    },
  );

  test('hidden columns exist for secret callers only', () => {
    const table = tableWith({ read: { level: 'public' } });
    const names = (caller: Caller): readonly string[] => {
      const decision = scope(table, 'read', caller, NOW);
      return decision.allowed ? decision.scope.columns.map(({ name }) => name) : [];
    };
    expect(names(SECRET)).toContain('secret');
    expect(names(user('admin'))).not.toContain('secret');
    expect(names(ANONYMOUS)).toEqual(['id', 'created_at', 'updated_at', 'owner_id', 'title', 'at']);
  });

  test('a repeated call returns the cached scope', () => {
    const table = tableWith({ read: { level: 'public', where: 'title:eq:a' } });
    expect(scope(table, 'read', ANONYMOUS, NOW)).toBe(scope(table, 'read', user(null), NOW + 1));
  });
});

describe('buildCatalogue', () => {
  test('knows every table whose rows a delete may change, also in cycles', () => {
    const table = (id: string, columns: readonly [string, string, 'restrict' | 'cascade' | 'set_null'][]) => ({
      definition: {
        id,
        name: id,
        indexes: [],
        indexesByTime: true,
        idsByTime: true,
        watched: false,
        columns: columns.map(([name, tableId, onDelete]) => ({
          ...options,
          key: name,
          name,
          type: 'reference' as const,
          hidden: false,
          reference: { tableId, onDelete },
        })),
      },
      rules: PRIVATE_RULES,
      version: 1,
      createdAt: '',
      updatedAt: '',
    });
    const { tables } = buildCatalogue(1, [
      table('a', [['up', 'c', 'cascade']]),
      table('b', [['up', 'a', 'cascade']]),
      table('c', [['up', 'b', 'cascade']]),
      table('d', [['up', 'a', 'set_null']]),
      table('e', [['up', 'd', 'cascade']]),
      table('f', [['up', 'a', 'restrict']]),
    ]);
    expect([...(tables.get('a')?.cascadesTo ?? [])].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(tables.get('a')?.referrers.map((referrer) => referrer.table)).toEqual(['b', 'd', 'f']);
    expect(tables.get('f')?.cascadesTo).toEqual([]);
  });
});
