import type { Static, TSchema } from 'typebox';
import { createValidator } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { type ArchiveRecord, UnfitRecord } from '../format/index.ts';

/** Creates a reader for records of one schema. It throws `UnfitRecord` with the problem. */
export function createRecordReader<Schema extends TSchema>(schema: Schema): (record: ArchiveRecord) => Static<Schema> {
  const check = createValidator(schema);
  return (record) => {
    try {
      check(record);
      return record as Static<Schema>;
    } catch (error) {
      throw error instanceof ServiceError ? new UnfitRecord(error.message) : error;
    }
  };
}
