import { validationFailed } from '../../platform/errors.ts';
import { readSearch } from './search-parameters.ts';
import type { Touch } from './touched-rows.ts';

export function readInsertParameters(search: string): { onConflict: string | undefined; isMinimal: boolean } {
  if (search === '') return { onConflict: undefined, isMinimal: false };
  const { values } = readSearch(search, ['on_conflict', 'return']);
  return { onConflict: values.on_conflict, isMinimal: readReturn(values.return) };
}

export function readRowParameters(search: string): { isMinimal: boolean } {
  if (search === '') return { isMinimal: false };
  return { isMinimal: readReturn(readSearch(search, ['return']).values.return) };
}

export function readTouchParameters(search: string): Touch & { isMinimal: boolean } {
  const { values, filters } = readSearch(search, ['filter', 'all', 'return']);
  const { all } = values;
  if (all !== undefined && all !== 'true' && all !== 'false') throw validationFailed({ all: 'must be true or false' });
  return { filters, isAll: all === 'true', isMinimal: readReturn(values.return) };
}

export function readGetParameters(search: string): { select: string | undefined } {
  return search === '' ? { select: undefined } : { select: readSearch(search, ['select']).values.select };
}

function readReturn(text: string | undefined): boolean {
  if (text === undefined) return false;
  if (text !== 'minimal') throw validationFailed({ return: 'must be minimal' });
  return true;
}
