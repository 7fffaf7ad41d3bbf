import { ServiceError } from '../../../platform/errors.ts';

export const TRIGGERS = ['http', 'webhook', 'scheduled'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** Also the pattern of the wire contract. Names such as `constructor` are possible: they are keys of maps only. */
export const FUNCTION_NAME = /^[a-z][a-z0-9_-]{0,62}$/;

const TIMEOUTS_MS: Readonly<Record<Trigger, number>> = { http: 30_000, webhook: 10_000, scheduled: 300_000 };

/** A function as it is in force. */
export interface FunctionDefinition {
  readonly name: string;
  readonly trigger: Trigger;
  /** `public`, `authenticated`, `role:<name>` or `private`; counts for `http` functions. */
  readonly access: string;
  readonly schedule: string | null;
  readonly timezone: string;
  /** Null: what is usual for the trigger. */
  readonly timeoutMs: number | null;
  readonly retries: number;
  readonly description: string | null;
  readonly enabled: boolean;
  /** A deployment of the app replaces the functions of earlier deployments only. Templates come with the service. */
  readonly origin: 'api' | 'deployment' | 'template';
  readonly versionId: string;
  /** 1, 2, 3 … in the order of deploys. */
  readonly version: number;
  /** Changes with every change of the definition. */
  readonly revision: number;
  /** ISO time. */
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
