export type { AuthUser } from './core/wire.ts';
export type { Filter, Order } from './rows/filter.ts';
export type { ListOptions } from './rows/list-options.ts';
export { renewSession } from './server/renew-session.ts';
export {
  createLoaderClient,
  createServerClient,
  type ServerClient,
  type ServerClientOptions,
} from './server/server-client.ts';
export type { CookieSource, ForwardedVisitor } from './server/visitor.ts';
