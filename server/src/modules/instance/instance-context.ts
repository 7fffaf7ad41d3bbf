import type { ChangeFeed, Database } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Audit } from '../audit/index.ts';
import type { Billing } from '../billing/index.ts';

export interface InstanceContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly audit: Audit;
  readonly feed: ChangeFeed;
  readonly masterKey: Uint8Array;
  readonly version: string;
  readonly folder: string;
  readonly billing: Pick<Billing, 'save' | 'load'>;
}
