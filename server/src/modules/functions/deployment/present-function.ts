import { type FunctionDefinition, timeoutOf } from '../definitions/function-definition.ts';

export function presentFunction(definition: FunctionDefinition) {
  return {
    name: definition.name,
    trigger: definition.trigger,
    access: definition.access,
    schedule: definition.schedule,
    timezone: definition.timezone,
    timeout_ms: timeoutOf(definition),
    retries: definition.retries,
    description: definition.description,
    enabled: definition.enabled,
    origin: definition.origin,
    version: definition.version,
    created_at: definition.createdAt,
    updated_at: definition.updatedAt,
    deployed_at: definition.deployedAt,
    next_run_at: definition.nextRunAt,
  };
}
