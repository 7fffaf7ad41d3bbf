import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { VERSION } from '../config/index.ts';
import { traceDatabase } from './trace-database.ts';
import { traceOutbound } from './trace-outbound.ts';
import { traceRequests } from './trace-requests.ts';
import type { Tracing } from './tracing.ts';

export function createTracing(otlpUrl: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${otlpUrl.replace(/\/$/, '')}/v1/traces` });
  const own = resourceFromAttributes({ 'service.name': 'service', 'service.version': VERSION });
  const provider = new NodeTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override the service's own attributes.
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  const tracer = provider.getTracer('service', VERSION);
  return {
    requests: traceRequests(tracer),
    database: (database) => traceDatabase(tracer, database),
    outbound: (send) => traceOutbound(tracer, send),
    close: () => provider.shutdown(),
  };
}
