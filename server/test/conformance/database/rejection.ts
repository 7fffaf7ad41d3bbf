import type { DatabaseError } from '../../../src/database/database.ts';
import { DatabaseFailure } from '../../../src/database/errors.ts';

/**
 * The failure with which a promise rejects; throws when it succeeds or rejects with anything but a `DatabaseFailure`.
 */
export async function rejection(promise: Promise<unknown>): Promise<DatabaseError> {
  let result: unknown;
  try {
    result = await promise;
  } catch (error) {
    if (error instanceof DatabaseFailure) return error.error;
    throw error;
  }
  throw new Error(`it succeeded with ${JSON.stringify(result)}`);
}
