import type { Database, PlainStep, StoreName } from '../../../database/index.ts';

/** Repeats a step that touches up to `atOnce` rows until it touches fewer. Returns the total number of rows. */
export async function inPortions(
  database: Database,
  store: StoreName,
  step: PlainStep,
  atOnce: number,
): Promise<number> {
  for (let all = 0; ; ) {
    const [result] = (await database.write(store, [step])).results;
    const touched = result?.kind === 'plain' ? result.touched : 0;
    all += touched;
    if (touched < atOnce) return all;
  }
}
