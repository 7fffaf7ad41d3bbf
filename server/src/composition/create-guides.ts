import { type Config, VERSION } from '../config/index.ts';
import { createConsole } from '../modules/console/index.ts';
import { createDocs } from '../modules/docs/index.ts';
import { createMcp } from '../modules/mcp/index.ts';
import { challengeOf, createOauth } from '../modules/oauth/index.ts';
import type { CreatedComponents, Guides } from './components.ts';

export function createGuides(
  config: Config,
  { infrastructure, accounts: { operators, projects } }: Pick<CreatedComponents, 'infrastructure' | 'accounts'>,
): Guides {
  const { database, clock, masterKey, addresses, askLocally, refuseForeignPage } = infrastructure;
  const publicUrl = (): string => addresses.publicUrl;
  return {
    docs: createDocs({ addresses }),
    console: createConsole({ publicUrl, hasAccounts: () => operators.context.accountsStore.isSetupComplete() }),
    oauth: createOauth({ database, operators: operators.context, access: projects.access, masterKey, publicUrl }),
    mcp: createMcp({
      access: projects.access,
      askLocally,
      refuseForeignPage,
      challenge: (call, error) => challengeOf(publicUrl(), call, error),
      clock,
      version: VERSION,
      isLimited: config.rateLimits,
    }),
  };
}
