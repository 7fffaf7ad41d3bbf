export const COLUMN_TYPES = [
  'text',
  'integer',
  'number',
  'boolean',
  'timestamp',
  'date',
  'json',
  'reference',
  'file',
] as const;

export interface Column {
  readonly name: string;
  readonly type: (typeof COLUMN_TYPES)[number] | 'uuid';
  readonly required: boolean;
  readonly unique: boolean;
  readonly indexed: boolean;
  readonly hidden: boolean;
  readonly read_only: boolean;
  readonly searchable?: true;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly table?: string;
  readonly on_delete?: 'restrict' | 'cascade' | 'set_null';
  readonly system?: true;
}

export type RuleAction = 'read' | 'create' | 'update' | 'delete';
export const RULE_ACTIONS: readonly RuleAction[] = ['read', 'create', 'update', 'delete'];

export type Rule = string | { readonly level: string; readonly where?: unknown };
export type Rules = Readonly<Record<RuleAction, Rule>>;

export function levelOf(rule: Rule): string {
  return typeof rule === 'string' ? rule : rule.level;
}
