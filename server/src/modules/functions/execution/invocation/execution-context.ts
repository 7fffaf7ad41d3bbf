import type { IdentityProvider } from '../../../../http/index.ts';
import type { Inbox } from '../../../inbox/index.ts';
import type { Monitoring } from '../../../monitoring/index.ts';
import type { Rows } from '../../../rows/index.ts';
import type { Storage } from '../../../storage/index.ts';
import type { Template } from '../../definitions/template.ts';
import type { VersionsStore } from '../../definitions/versions-store.ts';
import type { JobTarget, OrderedBy, OrderedJob } from '../../jobs/order-job.ts';
import type { RecordsContext } from '../../records/records-context.ts';
import type { Retention } from '../../records/retention.ts';
import type { Runtime } from '../../runtime/index.ts';

export interface ExecutionContext extends RecordsContext {
  readonly runtime: Runtime;
  readonly templates: ReadonlyMap<string, Template>;
  readonly versionsStore: VersionsStore;
  readonly retention: Retention;
  readonly monitoring: Pick<Monitoring, 'countRun' | 'lineSteps'>;
  readonly addresses: { readonly publicUrl: string };
  readonly rows: Omit<Rows, 'routes'>;
  readonly storage: Omit<Storage, 'routes'>;
  readonly inbox: Pick<Inbox, 'send'>;
  readonly renewUser: IdentityProvider['renew'];
  /** Orders a run for later. Throws `rate_limited` when too many jobs of the project wait. */
  readonly orderJob: (target: JobTarget, by: OrderedBy) => Promise<OrderedJob>;
  readonly onError: (error: unknown) => void;
}
