/** The only table in the schema of a store that was moved to another database. */
export const MOVED_TABLE = '_moved';
