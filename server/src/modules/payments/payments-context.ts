import type { Project } from '../../callers/index.ts';
import type { Database } from '../../database/index.ts';
import type { AskLocally } from '../../http/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { InTurn } from '../../platform/in-turn.ts';
import type { Logger } from '../../platform/logger.ts';
import type { MaybePromise } from '../../platform/when-ready.ts';
import type { Audit } from '../audit/index.ts';
import type { Integrations } from '../integrations/index.ts';
import type { Settings } from '../projects/index.ts';
import type { Tables } from '../tables/index.ts';
import type { CustomersStore } from './customers-store.ts';
import type { ObjectsStore } from './objects-store.ts';
import type { Prices } from './stripe/prices.ts';

export interface PaymentsContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly logger: Logger;
  readonly jobs: Pick<Jobs, 'enqueueLater' | 'handle'>;
  readonly tables: Pick<Tables, 'catalogue' | 'reload' | 'createReadOnly'>;
  readonly objects: ObjectsStore;
  readonly customers: CustomersStore;
  /** Applies a project's events one after the other, so that they do not make each other's transactions fail. */
  readonly inTurn: InTurn;
  /** A function, because integrations depend on this module and are created after it. */
  readonly integrations: () => Pick<Integrations, 'findConnection' | 'isConnected' | 'prepare' | 'ask'>;
  readonly settings: (project: Project) => Settings;
  readonly publicUrl: () => string;
  readonly audit: Pick<Audit, 'note' | 'step'>;
  readonly prices: Prices;
  readonly askLocally: AskLocally;
  readonly countUntied: () => void;
  readonly findProject: (id: string) => MaybePromise<Project | undefined>;
}
