export const MOVED_TABLE = '_moved';
