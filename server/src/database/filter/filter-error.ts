import { ServiceError } from '../../platform/errors.ts';

const SHOWN_MAX = 40;
const NAME_SHOWN_MAX = 64;

export function invalidFilter(sentence: string, position?: number): ServiceError {
  return new ServiceError('invalid_filter', sentence, position === undefined ? {} : { details: { position } });
}

export function unknownColumn(name: string): ServiceError {
  return new ServiceError('unknown_column', `There is no column ${shown(name)}.`, {
    details: { column: name.slice(0, NAME_SHOWN_MAX) },
  });
}

export function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);
}
