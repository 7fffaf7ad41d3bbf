export const INTEGRATION_KINDS = ['email', 'payments', 'ai'] as const;
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

export type OptionValue = string | number | boolean;

export interface Connection {
  readonly kind: IntegrationKind;
  readonly provider: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly credentials: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function textOption({ options }: Connection, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function requireText(connection: Connection, name: string): string {
  const value = connection.credentials[name] ?? textOption(connection, name);
  if (value === undefined) throw new Error(`The connection to ${connection.provider} has no ${name}.`);
  return value;
}
