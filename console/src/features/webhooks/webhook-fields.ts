import {
  type FieldSpec,
  type FormValues,
  isOn,
  optionalText,
  optionsOf,
  textOf,
} from '../../shared/forms/field-spec.ts';
import { EVENTS } from './webhook-queries.ts';

/** The form fields of a webhook; the secret is entered only for a new one. */
export function webhookFields(tables: readonly string[], hasSecretField: boolean): readonly FieldSpec[] {
  return [
    { name: 'description', label: 'Description' },
    { name: 'table', label: 'Table', kind: 'select', options: optionsOf(tables) },
    { name: 'url', label: 'URL', placeholder: 'https://example.com/hooks' },
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
    url: textOf(values, 'url').trim(),
    events: EVENTS.filter((event) => isOn(values, event)),
    ...(secret !== undefined && { secret }),
  };
}
