export { createIntegrations, type Integrations } from './integrations.ts';
export { storeOfIntegrations } from './integrations-subject.ts';
export { type Fields, type Problems, readPayload } from './payload.ts';

export { type Connection, requireText, textOption } from './providers/connection.ts';
export { baseUrl, credential } from './providers/fields.ts';
export type { Provider, ProviderCall } from './providers/provider.ts';
export { ProviderRefusal } from './providers/provider-failure.ts';
