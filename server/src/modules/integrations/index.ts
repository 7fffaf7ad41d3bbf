export { type Connection, requireText, textOption } from './connections/connection.ts';
export { baseUrl, credential } from './connections/fields.ts';
export { createIntegrations, type Integrations, type IntegrationsOptions } from './integrations.ts';
export { storeOfIntegrations } from './integrations-context.ts';
export type { Asking } from './prepare-call.ts';
export type { Provider, ProviderCall } from './providers/provider.ts';
export { ProviderRefusal } from './providers/provider-failure.ts';
