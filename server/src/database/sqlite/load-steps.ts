import { TableChanges } from '../counts/table-changes.ts';
import type { WriteContext } from './commit-group.ts';
import { driveSteps } from './drive-steps.ts';
import { mapError } from './map-error.ts';
import { writeTableChanges } from './table-stats.ts';
import { decodeSteps, type WireStep } from './wire-steps.ts';

/** Loads a store that is not in use yet. The check of references cannot be turned off within a transaction. */
export function loadSteps({ handle, textOf }: WriteContext, wireSteps: readonly WireStep[]): null {
  handle.db.exec('PRAGMA foreign_keys = OFF');
  try {
    handle.exec('BEGIN IMMEDIATE');
    const steps = decodeSteps(wireSteps, textOf);
    const results = driveSteps(handle, steps, { hasChanged: false });
    const changes = new TableChanges();
    changes.add(steps, results);
    writeTableChanges(handle, changes);
    handle.commit();
    return null;
  } catch (error) {
    handle.rollback();
    throw mapError(error, handle.directory);
  } finally {
    handle.db.exec('PRAGMA foreign_keys = ON');
  }
}
