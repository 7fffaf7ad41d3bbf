import { type Config, VERSION } from '../config/index.ts';
import { createMcp } from '../modules/mcp/index.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Accounts, Guides } from './parts.ts';

export function createGuides(config: Config, dependencies: Infrastructure & Accounts): Guides {
  const { access } = dependencies.projects;
  return { mcp: createMcp({ ...dependencies, access, version: VERSION, isLimited: config.rateLimits }) };
}
