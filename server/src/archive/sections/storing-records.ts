import type { DatabaseErrorKind } from '../../database/index.ts';
import { isDatabaseFailure } from '../../database/index.ts';
import { UnfitRecord } from '../format/index.ts';

const FAULTS: Readonly<Partial<Record<DatabaseErrorKind, string>>> = {
  unique_violation: 'two records have the same value where values must differ.',
  foreign_key_violation: 'a record refers to one that does not exist.',
  not_applied: 'a record refers to one that does not exist.',
  out_of_range: 'a value is too large to be stored.',
};

/** Turns constraint violations into `UnfitRecord`; rethrows failures of the database unchanged. */
export async function storingRecords(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const fault = isDatabaseFailure(error) ? FAULTS[error.kind] : undefined;
    throw fault === undefined ? error : new UnfitRecord(fault);
  }
}
