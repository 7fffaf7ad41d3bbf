import type { Problems } from './problems.ts';
import { SYSTEM_NAMES } from './system-columns.ts';

const NAME = /^[a-z][a-z0-9_]{0,62}$/;
const RULE = 'must be 1 to 63 characters of a-z, 0-9 and _, starting with a letter';

export function checkName(name: string, field: string, problems: Problems): void {
  if (!NAME.test(name)) problems.add(field, RULE);
}

export function checkColumnName(name: string, field: string, problems: Problems): void {
  checkName(name, field, problems);
  if (SYSTEM_NAMES.has(name)) problems.add(field, 'is the name of a column that every table has');
}
