import {
  type FieldSpec,
  type FormValues,
  isOn,
  optionalText,
  optionsOf,
  textOf,
} from '../../shared/forms/field-spec.ts';
import { EVENTS } from './webhook-queries.ts';

const OWN_FUNCTION = 'function:';
const RECEIVERS = [
  { value: 'address', label: 'An address' },
  { value: 'function', label: 'A function of this project' },
];

interface Choices {
  readonly tables: readonly string[];
  readonly functions: readonly string[];
}

export function webhookFields({ tables, functions }: Choices, hasSecretField: boolean): readonly FieldSpec[] {
  const isToFunction = (values: FormValues): boolean => textOf(values, 'receiver') === 'function';
  return [
    { name: 'description', label: 'Description' },
    { name: 'table', label: 'Table', kind: 'select', options: optionsOf(tables) },
    { name: 'receiver', label: 'Sends to', kind: 'select', options: RECEIVERS },
    {
      name: 'url',
      label: 'URL',
      placeholder: 'https://example.com/hooks',
      isShown: (values) => !isToFunction(values),
    },
    {
      name: 'function',
      label: 'Function',
      kind: 'select',
      options: optionsOf(functions),
      isShown: isToFunction,
      hint:
        functions.length === 0
          ? 'There is none yet: make a function with the trigger webhook. With the access private only this project reaches it.'
          : 'Those with the trigger webhook. No network is involved.',
    },
    ...EVENTS.map((event): FieldSpec => ({ name: event, label: event, kind: 'checkbox' })),
    ...(hasSecretField
      ? [
          {
            name: 'secret',
            label: 'Secret',
            kind: 'password' as const,
            autoComplete: 'off',
            hint: 'Signs every request, so that the receiver knows it is from here. Never shown again.',
          },
        ]
      : []),
  ];
}

export function webhookBody(values: FormValues) {
  const secret = optionalText(values, 'secret');
  return {
    description: optionalText(values, 'description') ?? null,
    table: textOf(values, 'table'),
    url:
      textOf(values, 'receiver') === 'function'
        ? `${OWN_FUNCTION}${textOf(values, 'function')}`
        : textOf(values, 'url').trim(),
    events: EVENTS.filter((event) => isOn(values, event)),
    ...(secret !== undefined && { secret }),
  };
}

export function ownFunctionIn(url: string): string | undefined {
  return url.startsWith(OWN_FUNCTION) ? url.slice(OWN_FUNCTION.length) : undefined;
}

export function receiverValues(url: string): FormValues {
  const functionName = ownFunctionIn(url);
  return functionName === undefined
    ? { receiver: 'address', url, function: '' }
    : { receiver: 'function', url: '', function: functionName };
}
