import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { RequestTracer } from '../http/index.ts';

/**
 * Leaves out the query, which may hold secrets (https://opentelemetry.io/docs/specs/semconv/http/http-spans/), and the
 * caller's `baggage`, which outgoing requests would pass on to others.
 */
export function traceRequests(tracer: Tracer): RequestTracer {
  return ({ call, response, route }, handle) => {
    const { method = 'GET', headers } = call.raw;
    const { traceparent, tracestate } = headers;
    const parent = propagation.extract(ROOT_CONTEXT, { traceparent, tracestate });
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'url.path': call.path,
      'service.request_id': call.requestId,
    };
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    response.once('close', () => {
      const { statusCode, writableFinished } = response;
      span.setAttribute('http.response.status_code', statusCode);
      if (call.project !== undefined) span.setAttribute('service.project_id', call.project.id);
      if (!writableFinished) span.setAttribute('error.type', 'connection_closed');
      if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), handle);
  };
}
