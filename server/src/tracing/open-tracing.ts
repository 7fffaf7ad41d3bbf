import type { Tracing } from './tracing.ts';

/** Undefined without a place for spans: then OpenTelemetry is not even loaded. */
export async function openTracing(otlpUrl: string | undefined): Promise<Tracing | undefined> {
  if (otlpUrl === undefined) return undefined;
  const { createTracing } = await import('./create-tracing.ts');
  return createTracing(otlpUrl);
}
