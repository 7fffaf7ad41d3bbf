import { passesGate } from './pass-gate.ts';

/**
 * SQL forms that a distributed PostgreSQL refuses or executes wrongly. Those of Citus were found on a real cluster (13.2, schema-based sharding); advisory
 * locks and LISTEN are missing in YugabyteDB and CockroachDB according to their documentation.
 */
const REFUSED_FORMS: readonly { readonly form: RegExp; readonly why: string }[] = [
  {
    form: /^\s*(WITH\b[\s\S]*\bAS\s*\(\s*)?(UPDATE|DELETE)\b[\s\S]*\b(clock_timestamp|random|gen_random_uuid|nextval|timeofday)\s*\(/i,
    why: 'Citus: functions used in an UPDATE or DELETE that is routed must not be volatile.',
  },
  {
    form: /\bVALUES\s*\([^()]*(\([^()]*\)[^()]*)*\(\s*SELECT\b/i,
    why: 'Citus: subqueries are not supported within the VALUES of an INSERT.',
  },
  {
    form: /\bRETURNING\s+(row_to_json|json_build_object|to_json)\s*\(/i,
    why: 'Citus: what RETURNING calls must be immutable.',
  },
  {
    form: /\bDO UPDATE SET\b(?:(?!\bRETURNING\b)[\s\S])*\b(now|(statement|clock|transaction)_timestamp|random|gen_random_uuid|nextval|to_char)\s*\(/i,
    why: 'Citus: functions in the SET and WHERE of ON CONFLICT must be immutable; say excluded.column.',
  },
  {
    form: /^\s*WITH\b[\s\S]*\b(UPDATE|DELETE)\b[\s\S]*\bWHERE\s+\(*\s*(false|1 = 0|0 = 1)\b/i,
    why: 'Citus: a changing WITH whose condition is never true finds no shard.',
  },
  {
    form: /^\s*WITH\b[\s\S]*\bAS\s*\(\s*(UPDATE|DELETE)\b[\s\S]*(_t\."\w+") = \$\d+::\w+ AND ([^()]*\bAND )?\2 = \$/i,
    why: 'Citus: a changing WITH that compares one column with two values finds no shard.',
  },
  {
    form: /^\s*ALTER TABLE\b[\s\S]*\bcurrent_setting\s*\(/i,
    why: 'Citus: executes it on the node that has the table, where settings of this session are null.',
  },
  {
    form: /^\s*ALTER TABLE\b[\s\S]*(,\s*ADD CONSTRAINT\b|\bADD CONSTRAINT\b[\s\S]*,\s*(ADD|ALTER|DROP)\b)/i,
    why: 'Citus: ADD CONSTRAINT must be the only part of an ALTER TABLE.',
  },
  {
    form: /\bpg_(cancel|terminate)_backend\s*\(\s*\$\d+\s*[,)]/i,
    why: 'Citus: has the function for integer and bigint, so its value needs a cast.',
  },
  { form: /\bpg_(try_)?advisory_/i, why: 'YugabyteDB and CockroachDB: no advisory locks.' },
  { form: /^\s*(LISTEN|NOTIFY)\b/i, why: 'CockroachDB: no LISTEN and NOTIFY.' },
];

/** Why a distributed PostgreSQL must not get a statement; undefined when it may. */
export function reasonOfRefusal(text: string): string | undefined {
  return REFUSED_FORMS.find(({ form }) => form.test(text))?.why;
}

/** Checks the statements of a test run, so that no unportable one slips in. Throws an error that lists them. */
export function requirePortableStatements(texts: Iterable<string>): void {
  const refused: string[] = [];
  for (const text of texts) {
    const why = passesGate(text) ? undefined : reasonOfRefusal(text);
    if (why !== undefined) refused.push(`${why}\n  ${text.slice(0, 500)}`);
  }
  if (refused.length > 0)
    throw new Error(`Statements that a distributed PostgreSQL must not get:\n${refused.join('\n')}`);
}
