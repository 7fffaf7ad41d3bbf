import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { type MaybePromise, whenReady } from '../../platform/when-ready.ts';
import { type Admission, admit } from '../admission/admit.ts';
import { failureOf, ProtocolError } from '../answers/failure.ts';
import { holdRefusal } from '../answers/hold-refusal.ts';
import { addressTooLong } from '../answers/raw-answer.ts';
import { type SendContext, sendEmpty, sendFailure, sendStream, sendText } from '../answers/send-answer.ts';
import type { SendPace } from '../answers/send-pace.ts';
import { RequestCall } from '../call.ts';
import type { ClientAddresses } from '../client-address.ts';
import type { Connections } from '../connections.ts';
import { hasBody } from '../has-body.ts';
import type { Metrics, RouteMeter } from '../metrics.ts';
import { createQueryReader, refuseParameters } from '../requests/query-text.ts';
import { guardStream, readJson } from '../requests/read-body.ts';
import { createValidator } from '../requests/validator.ts';
import type { Answer, MemberCall, ProjectCall, Route } from '../route.ts';
import type { ObserveRequest } from './observe-requests.ts';
import type { RequestTracer } from './request-tracer.ts';
import { traceField } from './trace-field.ts';

const ADDRESS_BYTES_MAX = 65_536;
/** A browser that has connected once never uses plain http again, where an attacker on the path could answer. */
const HTTPS_ONLY = 'max-age=31536000';

export interface RouteContext {
  readonly admission: Admission;
  readonly addresses: ClientAddresses;
  readonly connections: Connections;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly ids: () => string;
  readonly pace: SendPace;
  readonly observe: ObserveRequest | undefined;
  readonly trace: RequestTracer | undefined;
}

export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  params: Readonly<Record<string, string>> | undefined,
) => void;

export function createRouteHandler(route: Route, handling: RouteContext): RequestHandler {
  const readQuery = queryReader(route);
  const readBody = bodyReader(route);
  const handle = route.handle as (call: ProjectCall & MemberCall) => MaybePromise<Answer>;
  const { admission } = handling;

  return createHandler(route.method, route.path, handling, (call) => {
    call.failureFields = route.failure?.fields;
    return whenReady(admitAt(route, call, admission), () => {
      if (route.who !== 'caller') refuseNul(call.params);
      if (readQuery !== undefined) call.query = readQuery(call.search);
      if (route.body === 'stream') guardStream(call.raw);
      // Admission has set the fields that this kind of route promises its handler.
      if (readBody === undefined) return handle(call as unknown as ProjectCall & MemberCall);
      return readBody(call).then(() => handle(call as unknown as ProjectCall & MemberCall));
    });
  });
}

/** Refuses empty parameters: the router would read `/data/` as a table with an empty name. */
function admitAt(route: Route, call: RequestCall, admission: Admission): MaybePromise<void> {
  for (const name in call.params) {
    if (call.params[name] === '') throw new ServiceError('not_found', 'There is nothing at this address.');
  }
  return admit(route, call, admission);
}

/** Control plane names and ids contain no NUL, which not every database can compare; rows and files check theirs themselves. */
function refuseNul(params: RequestCall['params']): void {
  for (const name in params) {
    if (params[name]?.includes('\0')) throw new ServiceError('not_found', 'There is nothing at this address.');
  }
}

function queryReader(route: Route): ((search: string) => unknown) | undefined {
  if (route.query !== undefined) return createQueryReader(route.query);
  return route.documentedQuery === undefined && route.who !== 'anyone' ? refuseParameters : undefined;
}

function bodyReader({ body, isBodyOptional, bodyBytesMax }: Route): ((call: RequestCall) => Promise<void>) | undefined {
  if (body === undefined || body === 'stream' || body === 'bytes') return undefined;
  const check = body === 'json' ? undefined : createValidator(body);
  return async (call) => {
    call.body = isBodyOptional && !hasBody(call.raw) ? {} : await readJson(call.raw, bodyBytesMax);
    check?.(call.body);
  };
}

export function createHandler(
  method: string,
  path: string,
  handling: RouteContext,
  answer: (call: RequestCall) => MaybePromise<Answer>,
): RequestHandler {
  const { addresses, connections, ids, pace, trace } = handling;
  const meter = handling.metrics.meter(method, path);
  const finish = { handling, meter };

  return (request, response, params) => {
    const call = new RequestCall(request, response, { requestId: ids(), params, addresses });
    if (addresses.isAlwaysHttps) call.extraHeaders.push('Strict-Transport-Security', HTTPS_ONLY);
    const sending: SendContext = { call, response, connections, pace };
    connections.started();
    const handle = (): void => {
      try {
        checkHead(request);
        const made = answer(call);
        if (made instanceof Promise) {
          made.then((ready) => deliver(sending, ready, finish)).catch((error: unknown) => fail(sending, error, finish));
        } else deliver(sending, made, finish);
      } catch (error) {
        fail(sending, error, finish);
      }
    };
    if (trace === undefined) handle();
    else trace({ call, response, route: path }, handle);
  };
}

function checkHead(request: IncomingMessage): void {
  if ((request.url?.length ?? 0) > ADDRESS_BYTES_MAX) throw addressTooLong();
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw new ProtocolError(400, 'validation_failed', 'The Host header is missing.');
  }
  // Node decodes chunks only; with any other coding it would pass the body on still compressed.
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new ProtocolError(400, 'validation_failed', 'The only supported Transfer-Encoding is chunked.');
  }
}

interface AnswerEnd {
  readonly handling: RouteContext;
  readonly meter: RouteMeter;
}

function deliver(sending: SendContext, answer: Answer, finish: AnswerEnd): void {
  const { status, body } = answer;
  if (status === 204 || status === 304) sendEmpty(sending, answer);
  else if (typeof body === 'string' || body instanceof Uint8Array)
    sendText(sending, { status, body, ...(answer.headers && { headers: answer.headers }) });
  else if (Symbol.asyncIterator in body) {
    sendStream(sending, { ...answer, body }).then(
      () => done(sending, answer, finish),
      (error: unknown) => fail(sending, error, finish),
    );
    return;
  } else {
    sendText(sending, { status, body: JSON.stringify(body), ...(answer.headers && { headers: answer.headers }) });
  }
  done(sending, answer, finish);
}

function fail(sending: SendContext, error: unknown, finish: AnswerEnd): void {
  const { call, response } = sending;
  const failure = failureOf(error);
  if (failure.isOurs) {
    const { method } = call.raw;
    const fields = {
      request_id: call.requestId,
      method,
      path: call.path,
      status: failure.status,
      ...traceField(call.raw.headers),
      err: causeOf(error),
    };
    finish.handling.logger[failure.status === 500 ? 'error' : 'warn'](fields, 'A request failed.');
  }
  const { limits } = finish.handling.admission;
  holdRefusal(failure, { ip: call.ip, refusals: limits?.refusals }, () => {
    if (response.headersSent) response.destroy();
    else sendFailure(sending, failure);
    done(sending, { status: failure.status, failure }, finish);
  });
}

function done(
  { call }: SendContext,
  { status, failure }: Pick<Answer, 'status' | 'failure'>,
  { handling, meter }: AnswerEnd,
): void {
  handling.connections.ended();
  const milliseconds = performance.now() - call.startedAt;
  meter.record(status, milliseconds / 1000);
  handling.observe?.(call, { status, durationMs: milliseconds, failure });
  if (handling.logger.isLevelEnabled('debug')) {
    const { method } = call.raw;
    const fields = {
      request_id: call.requestId,
      method,
      path: call.path,
      status,
      ms: Math.round(milliseconds * 10) / 10,
      ...traceField(call.raw.headers),
    };
    handling.logger.debug(fields, 'A request was answered.');
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? { message: error.message, stack: error.stack, cause: messageOf(error.cause) } : error;
}

function messageOf(cause: unknown): unknown {
  return cause instanceof Error ? `${cause.message}\n${cause.stack ?? ''}` : cause;
}
