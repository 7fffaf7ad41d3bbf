import type { Api } from '../../api/api.ts';
import { listAll } from '../../api/list-all.ts';
import { path } from '../../api/path.ts';
import { Failure } from '../../outcome/failure.ts';
import { type Check, check, fail, ok, type Verdict } from './check.ts';

/** The check stops after this time, so on a large installation one run may not compare everything. */
const CHECK_MS_MAX = 60_000;

interface TableRecord {
  readonly name: string;
  readonly columns: readonly { readonly searchable?: boolean }[];
}

interface Comparison {
  readonly rows: number;
  readonly wrong: number;
  readonly next: string | null;
}

export function checkSearch(api: Api, projects: () => Promise<readonly string[]>): Promise<readonly Check[]> {
  return check('search', async () => {
    const until = Date.now() + CHECK_MS_MAX;
    const found = { tables: 0, rows: 0, wrong: [] as string[], isWhole: true };
    for (const project of await projects()) {
      const { data: tables } = await listAll(api, path`/api/cloud/projects/${project}/tables`);
      for (const { name, columns } of tables as unknown as TableRecord[]) {
        if (!columns.some(({ searchable }) => searchable === true)) continue;
        const compared = await compareTable(
          api,
          path`/api/cloud/projects/${project}/tables/${name}/search-check`,
          until,
        );
        found.tables += 1;
        found.rows += compared.rows;
        found.isWhole &&= compared.next === null;
        if (compared.wrong > 0) found.wrong.push(`${name} of ${project} (${compared.wrong} rows)`);
      }
    }
    return judge(found);
  });
}

async function compareTable(api: Api, at: string, until: number): Promise<Comparison> {
  const sum = { rows: 0, wrong: 0 };
  let after: string | null = null;
  try {
    do {
      const { data }: { readonly data: Comparison } = await api.get<Comparison>(at, after === null ? {} : { after });
      sum.rows += data.rows;
      sum.wrong += data.wrong;
      after = data.next;
    } while (after !== null && Date.now() < until);
  } catch (error) {
    // The index is being built, or this account may not look.
    if (!(error instanceof Failure) || ![403, 503].includes(error.facts.status ?? 0)) throw error;
  }
  return { ...sum, next: after };
}

interface SearchFindings {
  readonly tables: number;
  readonly rows: number;
  readonly wrong: readonly string[];
  readonly isWhole: boolean;
}

function judge({ tables, rows, wrong, isWhole }: SearchFindings): Verdict | undefined {
  if (tables === 0) return undefined;
  if (wrong.length > 0) {
    const names = wrong.join(', ');
    return fail(
      `The search does not agree with the rows of ${names}: make the columns not searchable and searchable again.`,
    );
  }
  const rest = isWhole ? '' : ' The rest was not looked at: that would take more than a minute.';
  return ok(`The search agrees with ${rows} rows of ${tables} searchable tables.${rest}`);
}
