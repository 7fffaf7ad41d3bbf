import { context, propagation, type Tracer } from '@opentelemetry/api';
import { inSpan } from './in-span.ts';
import type { Send } from './tracing.ts';

/** Leaves out the path, which may hold secrets. A request that names a trace itself stays in that trace. */
export function traceOutbound<Sender extends Send<unknown>>(tracer: Tracer, send: Sender): Sender {
  const traced: Send<unknown> = async (address, request = {}) => {
    const { method = 'GET', headers = {} } = request;
    const attributes = {
      'http.request.method': method,
      'server.address': URL.parse(String(address))?.hostname ?? '',
    };
    const named = propagation.extract(context.active(), lowerCased(headers));
    return await context.with(named, () =>
      inSpan(tracer, { name: method, attributes }, async () => {
        const carried: Record<string, string> = {};
        propagation.inject(context.active(), carried);
        return await send(address, { ...request, headers: { ...lowerCased(headers), ...carried } });
      }),
    );
  };
  return Object.assign(traced, send);
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
