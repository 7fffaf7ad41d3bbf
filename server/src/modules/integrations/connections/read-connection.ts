import { isoTime } from '../../../platform/clock.ts';
import { validationFailed } from '../../../platform/errors.ts';
import type { Connection, IntegrationKind, OptionValue } from '../providers/connection.ts';
import { FieldMistake } from '../providers/fields.ts';
import type { Provider } from '../providers/provider.ts';

interface Reading {
  readonly kind: IntegrationKind;
  readonly providers: readonly Provider[];
  readonly before: Connection | undefined;
  readonly nowMs: number;
}

/** Keeps unsent credentials only while their destination stays: otherwise an operator could redirect the key. */
export function readConnection(body: Readonly<Record<string, unknown>>, reading: Reading): Connection {
  const { kind, providers, nowMs } = reading;
  const provider = providers.find(({ name }) => name === body['provider']);
  if (provider === undefined)
    throw validationFailed({ provider: `must be ${providers.map(({ name }) => name).join(' or ')}` });
  const before = reading.before?.provider === provider.name ? reading.before : undefined;
  const problems: Record<string, string> = {};
  refuseOthers(body, provider, problems);
  const options: Record<string, OptionValue> = {};
  const credentials: Record<string, string> = {};
  for (const [name, field] of Object.entries(provider.fields)) {
    const value = body[name] ?? undefined;
    if (value === undefined) {
      const kept = field.isCredential === true ? before?.credentials[name] : undefined;
      if (kept !== undefined) credentials[name] = kept;
      else if (field.isOptional !== true) problems[name] = 'is required';
      continue;
    }
    try {
      const read = field.read(value);
      if (field.isCredential === true) credentials[name] = String(read);
      else options[name] = read;
    } catch (error) {
      if (!(error instanceof FieldMistake)) throw error;
      problems[name] = error.message;
    }
  }
  requireSentAgain({ provider, before, body, options }, problems);
  if (Object.keys(problems).length > 0) throw validationFailed(problems);
  const now = isoTime(nowMs);
  return {
    kind,
    provider: provider.name,
    options,
    credentials,
    createdAt: reading.before?.createdAt ?? now,
    updatedAt: now,
  };
}

function refuseOthers(body: object, provider: Provider, problems: Record<string, string>): void {
  for (const name of Object.keys(body)) {
    if (name !== 'provider' && !Object.hasOwn(provider.fields, name))
      problems[name.slice(0, 64)] = `is not a field of ${provider.name}`;
  }
}

interface ReplacedConnection {
  readonly provider: Provider;
  readonly before: Connection | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, OptionValue>>;
}

function requireSentAgain(
  { provider, before, body, options }: ReplacedConnection,
  problems: Record<string, string>,
): void {
  if (before === undefined) return;
  const fields = Object.entries(provider.fields);
  const isMoved = fields.some(([name, { isPlace }]) => isPlace === true && before.options[name] !== options[name]);
  if (!isMoved) return;
  for (const [name, { isCredential }] of fields) {
    const isKept = isCredential === true && before.credentials[name] !== undefined && body[name] === undefined;
    if (isKept) problems[name] = 'must be sent again when the address it is sent to changes';
  }
}
