import { ServiceError } from '../../../platform/errors.ts';

export const TRIGGERS = ['http', 'webhook', 'scheduled'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** Also the pattern in the API contract. Names such as `constructor` are possible, so names are used as keys of maps only. */
export const FUNCTION_NAME = /^[a-z][a-z0-9_-]{0,62}$/;

const TIMEOUTS_MS: Readonly<Record<Trigger, number>> = { http: 30_000, webhook: 10_000, scheduled: 300_000 };

export interface FunctionDefinition {
  readonly name: string;
  readonly trigger: Trigger;
  /** `public`, `authenticated`, `role:<name>` or `private`; applies to `http` functions. */
  readonly access: string;
  readonly schedule: string | null;
  readonly timezone: string;
  /** Null: the trigger's default. */
  readonly timeoutMs: number | null;
  readonly retries: number;
  readonly description: string | null;
  readonly enabled: boolean;
  /** An app deployment replaces only functions of earlier deployments. Templates come with the service. */
  readonly origin: 'api' | 'deployment' | 'template';
  readonly versionId: string;
  /** Counts up from 1 with each deploy. */
  readonly version: number;
  readonly revision: number;
  readonly nextRunAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deployedAt: string;
}

export function timeoutOf({ timeoutMs, trigger }: Pick<FunctionDefinition, 'timeoutMs' | 'trigger'>): number {
  return timeoutMs ?? TIMEOUTS_MS[trigger];
}

export function functionNotFound(): ServiceError {
  return new ServiceError('function_not_found', 'There is no such function.');
}
