import type { Database, PlainStep } from '../../../../database/index.ts';
import { createSqlBuilder, plainStep } from '../../../../database/index.ts';

const SLOT_KEY = ['function', 'slot'] as const;

interface SlotRow {
  function: string;
  slot: string;
  run_id: string;
}

export type SlotsStore = ReturnType<typeof createSlotsStore>;

export function createSlotsStore(database: Database) {
  const db = createSqlBuilder<{ _function_slots: SlotRow }>(database);
  return {
    /** Fails with `NotApplied` when the slot is already taken: exactly one process runs a slot, once. */
    takeStep: (row: SlotRow): PlainStep =>
      plainStep(
        db
          .insertInto('_function_slots')
          .values(row)
          .onConflict((conflict) => conflict.columns(SLOT_KEY).doNothing()),
        { atLeast: 1, name: 'slot' },
      ),

    /** Deletes a function's slots before `before`, an ISO time. */
    forgetStep: (name: string, before: string): PlainStep =>
      plainStep(db.deleteFrom('_function_slots').where('function', '=', name).where('slot', '<', before)),
  };
}
