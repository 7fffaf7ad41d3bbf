import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { VERSION } from '../config/index.ts';
import type { Logger } from '../platform/logger.ts';
import { traceDatabase } from './trace-database.ts';
import { traceOutbound } from './trace-outbound.ts';
import { traceRequests } from './trace-requests.ts';
import type { Tracing } from './tracing.ts';

/** How long a stop waits for the collector, which may be stopped too. */
const LAST_SPANS_MS = 2000;

export function createTracing(otlpUrl: string, logger: Logger): Tracing {
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
    close: async () => {
      const problem = await Promise.race([provider.shutdown().then(() => undefined, String), noAnswer()]);
      if (problem !== undefined) logger.warn({ problem }, 'The last spans did not reach the collector.');
    },
  };
}

function noAnswer(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, LAST_SPANS_MS, `It did not answer within ${LAST_SPANS_MS} ms.`);
  });
}
