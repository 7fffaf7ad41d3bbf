import { Client } from 'pg';

/**
 * Spellings of SQL that a distributed PostgreSQL refuses. Those of Citus were met on a real cluster (13.2, schema-based
 * sharding); advisory locks and LISTEN are what YugabyteDB and CockroachDB lack by their documents.
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
  { form: /\bpg_(try_)?advisory_/i, why: 'YugabyteDB and CockroachDB: no advisory locks.' },
  { form: /^\s*(LISTEN|NOTIFY)\b/i, why: 'CockroachDB: no LISTEN and NOTIFY.' },
];

/** Why a distributed PostgreSQL would refuse a text; undefined when it would not. */
export function reasonOfRefusal(text: string): string | undefined {
  return REFUSED_FORMS.find(({ form }) => form.test(text))?.why;
}

/** For `shared_preload_libraries`: the server keeps the text of every statement it ran, constants left out. */
export const RECORDING_FLAGS = [
  '-c',
  'shared_preload_libraries=pg_stat_statements',
  '-c',
  'pg_stat_statements.max=50000',
  '-c',
  'pg_stat_statements.track=top',
];

/** Looks through every statement that was sent in a test run, so that a new one cannot slip in. Throws what was refused. */
export async function requirePortableStatements(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    const { rows } = await client.query<{ query: string }>('SELECT DISTINCT query FROM pg_stat_statements');
    const refused = new Set<string>();
    for (const { query } of rows) {
      const why = reasonOfRefusal(query);
      if (why !== undefined) refused.add(`${why}\n  ${query.replace(/p_[0-9a-f]{32}/g, 'p_…').slice(0, 500)}`);
    }
    if (refused.size > 0)
      throw new Error(`Statements that a distributed PostgreSQL refuses:\n${[...refused].join('\n')}`);
  } finally {
    await client.end();
  }
}
