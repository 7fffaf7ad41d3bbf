export { problemOfUrl } from './database-url.ts';
export type { Places, SeveralDatabases } from './places.ts';
export { type DatabaseRow, type MoveRow, PRIMARY, STEPS } from './places-store.ts';
export type { MarkProblem } from './store-mover.ts';
