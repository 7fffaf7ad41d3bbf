import type { RowAction } from '../../database/schema/index.ts';
import type { Scope } from '../../database/sql/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { type Decision, scope } from '../tables/index.ts';
import type { OpenTable } from './on-table.ts';

type Refusal = Extract<Decision, { readonly allowed: false }>;

const DEEDS: Readonly<Record<RowAction, string>> = {
  read: 'read rows of',
  create: 'add rows to',
  update: 'change rows of',
  delete: 'delete rows of',
};

/** The caller's scope for this action. Throws `not_authenticated` or `forbidden` when it can never contain a row. */
export function requireScope(open: OpenTable, action: RowAction): Scope {
  const decision = decide(open, action);
  if (!decision.allowed) throw refusal(open, action, decision);
  return decision.scope;
}

/** Undefined where `requireScope` throws, for actions that continue when the caller may not read. */
export function findScope(open: OpenTable, action: RowAction): Scope | undefined {
  const decision = decide(open, action);
  return decision.allowed ? decision.scope : undefined;
}

export function findRefusal(open: OpenTable, action: RowAction): ServiceError | undefined {
  const decision = decide(open, action);
  return decision.allowed ? undefined : refusal(open, action, decision);
}

function decide({ table, target, nowMs }: OpenTable, action: RowAction): Decision {
  return scope(table, action, target.caller, nowMs);
}

function refusal({ table }: OpenTable, action: RowAction, { reason }: Refusal): ServiceError {
  const deed = `${DEEDS[action]} table "${table.name}"`;
  return reason === 'not_authenticated'
    ? new ServiceError('not_authenticated', `Sign in to ${deed}.`)
    : new ServiceError('forbidden', `You may not ${deed}.`);
}
