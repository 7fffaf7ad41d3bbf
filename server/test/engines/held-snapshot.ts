import pg from 'pg';

/** A snapshot of the database that keeps indexes built beside writes from being completed. */
export interface HeldSnapshot extends AsyncDisposable {
  hold(): Promise<unknown>;
  release(): Promise<unknown>;
}

export async function openHeldSnapshot(url: string): Promise<HeldSnapshot> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    hold: () => client.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1'),
    release: () => client.query('COMMIT'),
    [Symbol.asyncDispose]: () => client.end(),
  };
}
