import { type Config, VERSION } from '../config/index.ts';
import { createConsole } from '../modules/console/index.ts';
import { createDocs } from '../modules/docs/index.ts';
import { createMcp } from '../modules/mcp/index.ts';
import type { Accounts, Guides } from './components.ts';
import type { Infrastructure } from './infrastructure.ts';

export function createGuides(config: Config, components: Infrastructure & Accounts): Guides {
  const { clock, addresses, askLocally, refuseForeignPage, projects } = components;
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
