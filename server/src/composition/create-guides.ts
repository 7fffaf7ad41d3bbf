import { type Config, VERSION } from '../config/index.ts';
import { createConsole } from '../modules/console/index.ts';
import { createDocs } from '../modules/docs/index.ts';
import { createMcp } from '../modules/mcp/index.ts';
import type { CreatedComponents, Guides } from './components.ts';

export function createGuides(
  config: Config,
  { infrastructure, accounts: { projects } }: Pick<CreatedComponents, 'infrastructure' | 'accounts'>,
): Guides {
  const { clock, addresses, askLocally, refuseForeignPage } = infrastructure;
  return {
    docs: createDocs({ addresses }),
    console: createConsole(),
    mcp: createMcp({
      access: projects.access,
      askLocally,
      refuseForeignPage,
      clock,
      version: VERSION,
      isLimited: config.rateLimits,
    }),
  };
}
