import type { Config } from '../config/index.ts';
import { createBilling } from '../modules/billing/index.ts';
import { createIntegrations, type Integrations } from '../modules/integrations/index.ts';
import { createPayments } from '../modules/payments/index.ts';
import {
  createAddressGuard,
  createLiteralGuard,
  createSafeSend,
  createSafeStream,
} from '../platform/safe-fetch/index.ts';
import type { Commerce, CreatedComponents } from './components.ts';

const PROVIDER_MS = 20_000;

export function createCommerce(
  config: Config,
  {
    infrastructure,
    foundation,
    accounts,
    content,
  }: Pick<CreatedComponents, 'infrastructure' | 'foundation' | 'accounts' | 'content'>,
): Commerce {
  const { database, clock, ids, logger, masterKey, addresses, askLocally, traceOutbound, onError, overrides } =
    infrastructure;
  const { feed, jobs, mail, audit } = foundation;
  const { projects, limits } = accounts;
  const { tables, storage } = content;
  const allow = config.outboundAllow;
  const billing = createBilling({
    database,
    clock,
    ids,
    feed,
    mail,
    audit,
    currency: config.currency,
    ownersChangePlans: config.planChanges === 'owners',
    aiPerDay: (project) => projects.settings(project).limits.ai_per_day,
    setPlan: projects.setPlan,
    ownerEmails: projects.ownerEmails,
    onError,
  });
  const payments = createPayments({
    database,
    clock,
    ids,
    logger,
    jobs,
    tables,
    settings: projects.settings,
    findProject: projects.find,
    publicUrl: () => addresses.publicUrl,
    askLocally,
    audit,
    integrations: () => integrations,
  });
  const integrations: Integrations = createIntegrations({
    database,
    clock,
    masterKey,
    feed,
    audit,
    storage,
    billing,
    limits: limits.calls,
    settings: projects.settings,
    isClosed: createLiteralGuard(allow),
    outbound: {
      send: traceOutbound(createSafeSend({ allow })),
      stream: traceOutbound(createSafeStream({ allow })),
      vet: createAddressGuard({ allow }),
      timeoutMs: overrides.providerMs ?? PROVIDER_MS,
    },
    paymentProviders: payments.providers,
    prepare: { payments: payments.prepare },
  });
  return { billing, integrations, payments };
}
