import type { Project } from '../../callers/index.ts';
import { isInstanceOperator, type Operator } from '../../callers/index.ts';
import type {
  ChangeFeed,
  Database,
  DatabaseRow,
  LiveProcesses,
  Places,
  SeveralDatabases,
} from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { MaybePromise } from '../../platform/when-ready.ts';
import type { Audit } from '../audit/index.ts';

export const DATABASES_SUBJECT = 'databases';

export interface DatabasesContext {
  readonly database: Database;
  readonly places: Places;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly audit: Audit;
  readonly feed: ChangeFeed;
  readonly processes: Pick<LiveProcesses, 'id' | 'count' | 'gone'>;
  readonly findProject: (id: string) => MaybePromise<Project | undefined>;
  readonly onError: (error: unknown) => void;
}

export function requireOperator({ operator }: { readonly operator: Operator }): void {
  if (!isInstanceOperator(operator))
    throw new ServiceError('forbidden', 'This requires an operator of the installation.');
}

/** Throws `conflict` where the installation cannot have several databases. */
export function requireSeveral({ places }: Pick<DatabasesContext, 'places'>): SeveralDatabases {
  if (places.several !== undefined) return places.several;
  const message =
    'This installation keeps its projects in its data directory. Several databases need SERVICE_DATABASE_URL.';
  throw new ServiceError('conflict', message);
}

export async function requireDatabase({ places }: DatabasesContext, name: string): Promise<DatabaseRow> {
  const row = (await places.store.databases()).find((one) => one.name === name);
  if (row === undefined) throw noSuchDatabase();
  return row;
}

export function noSuchDatabase(): ServiceError {
  return new ServiceError('not_found', 'There is no such database.');
}
