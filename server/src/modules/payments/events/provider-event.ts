import { at, integerAt, type Json, textAt } from './json-path.ts';

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly object: Json;
}

export function readEvent(parsed: unknown): ProviderEvent | undefined {
  const id = textAt(parsed, 'id');
  const type = textAt(parsed, 'type');
  const created = integerAt(parsed, 'created');
  const object = at(parsed, 'data', 'object');
  if (id === null || type === null || created === null || typeof object !== 'object' || object === null)
    return undefined;
  return { id, type, created, object: object as Json };
}
