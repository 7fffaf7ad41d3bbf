import { type Config, VERSION } from '../config/index.ts';
import { docsRoutes } from '../modules/docs/index.ts';
import { createMcp } from '../modules/mcp/index.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Accounts, Guides } from './parts.ts';

export function createGuides(config: Config, dependencies: Infrastructure & Accounts): Guides {
  const { projects, addresses } = dependencies;
  return {
    docs: { routes: docsRoutes({ publicUrl: () => addresses.publicUrl }) },
    mcp: createMcp({ ...dependencies, access: projects.access, version: VERSION, isLimited: config.rateLimits }),
  };
}
