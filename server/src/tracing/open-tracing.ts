import type { Logger } from '../platform/logger.ts';
import type { Tracing } from './tracing.ts';

/** Undefined without an address for spans; OpenTelemetry is then not loaded. */
export async function openTracing(otlpUrl: string | undefined, logger: Logger): Promise<Tracing | undefined> {
  if (otlpUrl === undefined) return undefined;
  const { createTracing } = await import('./create-tracing.ts');
  return createTracing(otlpUrl, logger);
}
