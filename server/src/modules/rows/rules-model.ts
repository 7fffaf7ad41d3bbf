/** A second, independent implementation of contract §3, which the tests compare with the service. */
export interface ModelCaller {
  readonly kind: 'anonymous' | 'user' | 'secret';
  readonly id?: string;
  readonly role?: string | null;
}

export interface ModelRule {
  readonly level: string;
  readonly where?: 'status:eq:open' | 'owner_id:eq:$user.id' | 'status:eq:$user.role';
}

export type ModelRules = Readonly<Record<'read' | 'create' | 'update' | 'delete', ModelRule>>;

export interface ModelRow {
  readonly status: string;
  readonly owner: string | null;
}

type Action = keyof ModelRules;

export function refusalOf(rules: ModelRules, action: Action, caller: ModelCaller): 401 | 403 | undefined {
  const { level, where } = rules[action];
  if (caller.kind === 'secret') return undefined;
  if (level === 'private') return 403;
  if (caller.kind === 'anonymous') return level === 'public' && !where?.includes('$user') ? undefined : 401;
  if (level.startsWith('role:') && level !== `role:${caller.role}`) return 403;
  return undefined;
}

export function passes(rules: ModelRules, action: Action, caller: ModelCaller, row: ModelRow): boolean {
  if (caller.kind === 'secret') return true;
  if (refusalOf(rules, action, caller) !== undefined) return false;
  const { level, where } = rules[action];
  if (level === 'owner' && action !== 'create' && row.owner !== caller.id) return false;
  if (where === 'status:eq:open') return row.status === 'open';
  if (where === 'owner_id:eq:$user.id') return row.owner === caller.id;
  if (where === 'status:eq:$user.role') return row.status === caller.role;
  return true;
}

export function ownerOf(caller: ModelCaller): string | null {
  return caller.kind === 'user' ? (caller.id ?? null) : null;
}
