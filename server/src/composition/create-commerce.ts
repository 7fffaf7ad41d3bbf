import type { Config } from '../config/index.ts';
import { createBilling } from '../modules/billing/index.ts';
import { createIntegrations, type Integrations } from '../modules/integrations/index.ts';
import { createPayments } from '../modules/payments/index.ts';
import { createAddressGuard, createLiteralGuard, createSafeStream } from '../platform/safe-fetch/index.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Accounts, Commerce, Content, Foundation } from './parts.ts';

/** Over everything that one call asks of somebody else's service. */
const PROVIDER_MS = 20_000;

export function createCommerce(
  config: Config,
  dependencies: Infrastructure & Foundation & Accounts & Content,
): Commerce {
  const { projects, limits } = dependencies;
  const allow = config.outboundAllow;
  const billing = createBilling({
    ...dependencies,
    setPlan: projects.setPlan,
    ownerEmails: projects.ownerEmails,
  });
  const payments = createPayments({
    ...dependencies,
    settings: projects.settings,
    findProject: projects.find,
    integrations: () => integrations,
  });
  const integrations: Integrations = createIntegrations({
    ...dependencies,
    billing,
    limits: limits.calls,
    settings: projects.settings,
    isClosed: createLiteralGuard(allow),
    outbound: {
      stream: createSafeStream({ allow }),
      vet: createAddressGuard({ allow }),
      timeoutMs: dependencies.providerMs ?? PROVIDER_MS,
    },
    paymentProviders: payments.providers,
    prepare: { payments: payments.prepare },
  });
  return { billing, integrations, payments };
}
