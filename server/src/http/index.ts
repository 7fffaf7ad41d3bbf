export type { Apps } from './answer-by-host.ts';
export { createAppHosts } from './app-hosts.ts';
export type { Access, Caller, IdentityProvider, Operator, Project, User } from './callers.ts';
export { type ClientAddresses, createClientAddresses } from './client-address.ts';
export { createHttp, type Http, type HttpOptions } from './http.ts';
export { createOrigins, type OriginSettings, type Origins } from './origins.ts';
export type { Route } from './route.ts';
