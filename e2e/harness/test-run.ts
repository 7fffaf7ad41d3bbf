/** Environment variable with the address where a test run (`server/test/engines/global-setup.ts`) answers its processes. */
export const RUN_VARIABLE = 'TEST_RUN_URL';

/** All files of a run share these; each is made when the first file asks for it. */
export interface SharedByRun {
  /** The program of the service as a bundle. */
  readonly service: string;
  /** URLs of the nodes of a PostgreSQL, separated by commas. */
  readonly postgres: string;
  /** The name of a database of that PostgreSQL with the service's control tables, to copy. */
  readonly template: string;
}

/** Asks the run that this process belongs to; undefined outside of one. */
export async function askRun(name: keyof SharedByRun): Promise<string | undefined> {
  const run = process.env[RUN_VARIABLE];
  if (run === undefined) return undefined;
  const answer = await fetch(`${run}/${name}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
