import { isUuid } from '../names.ts';

type Type = 'text' | 'integer' | 'number' | 'boolean' | 'timestamp' | 'date' | 'json';

const INTEGER = /^-?(?:0|[1-9]\d{0,15})$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

const FITS: readonly (readonly [Type, (text: string) => boolean])[] = [
  ['boolean', (text) => text === 'true' || text === 'false'],
  ['integer', (text) => INTEGER.test(text) && Number.isSafeInteger(Number(text))],
  // A whole number that would be rounded stays text.
  ['number', (text) => NUMBER.test(text) && Number.isFinite(Number(text)) && !isTooLarge(text)],
  ['date', (text) => DATE.test(text) && !Number.isNaN(Date.parse(text))],
  ['timestamp', (text) => TIMESTAMP.test(text)],
  ['json', isJson],
];

function isTooLarge(text: string): boolean {
  return /^-?\d+$/.test(text) && NUMBER.test(text) && !Number.isSafeInteger(Number(text));
}

export class ColumnKind {
  #fitting = FITS;
  #isUuid = true;
  #hasValues = false;
  #hasTooLarge = false;
  #hasOthers = false;

  see(text: string): void {
    if (text === '') return;
    this.#hasValues = true;
    this.#hasTooLarge ||= isTooLarge(text);
    this.#hasOthers ||= !NUMBER.test(text);
    this.#fitting = this.#fitting.filter(([, fits]) => fits(text));
    this.#isUuid &&= isUuid(text);
  }

  get isUuid(): boolean {
    return this.#hasValues && this.#isUuid;
  }

  get isTooLarge(): boolean {
    return this.#hasTooLarge && !this.#hasOthers;
  }

  get type(): Type {
    return (this.#hasValues ? this.#fitting[0]?.[0] : undefined) ?? 'text';
  }

  valueOf(text: string): unknown {
    if (text === '') return null;
    switch (this.type) {
      case 'boolean':
        return text === 'true';
      case 'integer':
      case 'number':
        return Number(text);
      case 'json':
        return JSON.parse(text);
      case 'timestamp':
        return isoTime(text);
      default:
        return text;
    }
  }
}

/** Only objects and arrays count as JSON; a quoted string is text. */
function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function isoTime(text: string): string {
  const [, time = text, hours = '', minutes = '00'] = /^(.*:\d{2}(?:\.\d+)?)([+-]\d{2})(\d{2})?$/.exec(text) ?? [];
  return `${time}${hours === '' ? '' : `${hours}:${minutes}`}`.replace(' ', 'T');
}
