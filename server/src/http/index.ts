export type { Caller, Operator, Project, User } from '../callers/index.ts';
export type { Access, IdentityProvider } from './access.ts';
export type { Apps } from './answer-by-host.ts';
export { createAppHosts } from './app-hosts.ts';
export type { AskLocally, LocalRequest } from './ask-locally.ts';
export { type ClientAddresses, createClientAddresses } from './client-address.ts';
export { createHttp, type Http, type HttpOptions } from './http.ts';
export { createOrigins, type OriginSettings, type Origins } from './origins.ts';
export type { Route } from './route.ts';
