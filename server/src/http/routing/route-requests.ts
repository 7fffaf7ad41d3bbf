import type { IncomingMessage, ServerResponse } from 'node:http';
import createRouter, { type HTTPMethod } from 'find-my-way';
import { ServiceError } from '../../platform/errors.ts';
import type { Route } from '../route.ts';
import { createHandler, createRouteHandler, type RouteContext } from './handle-route.ts';
import { createNoRoute, shadowedRoutes } from './no-route.ts';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

const NO_QUERY = Object.freeze({});

export function routeRequests(
  routes: readonly Route[],
  handling: RouteContext,
  paramLengthMax: number,
): RequestListener {
  const answerUnknown = createHandler('', 'unknown', handling, createNoRoute(routes, handling.admission));
  const answerBadAddress = createHandler('', 'malformed', handling, () => {
    throw new ServiceError('validation_failed', 'The path contains a malformed percent sign.');
  });
  const router = createRouter({
    maxParamLength: paramLengthMax,
    querystringParser: () => NO_QUERY,
    defaultRoute: (request, response) => answerUnknown(request, response as ServerResponse, undefined),
    onBadUrl: (_path, request, response) => answerBadAddress(request, response as ServerResponse, undefined),
  });
  for (const route of routes) {
    const handle = createRouteHandler(route, handling);
    router.on(route.method, route.path, (request, response, params) =>
      handle(request, response as ServerResponse, params as Record<string, string>),
    );
  }
  for (const { method, path } of shadowedRoutes(routes)) {
    router.on(method, path, (request, response) => answerUnknown(request, response as ServerResponse, undefined));
  }
  return (request, response) => {
    // HEAD runs the route of GET, and its body is not sent. Routes of its own would double the longest part of the router.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const found = router.find(method as HTTPMethod, request.url ?? '/');
    if (found === null) answerUnknown(request, response, undefined);
    else found.handler(request, response, found.params, found.store, found.searchParams);
  };
}
