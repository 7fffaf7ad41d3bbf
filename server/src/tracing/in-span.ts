import { type Attributes, context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';

export interface ClientSpan {
  readonly name: string;
  readonly attributes: Attributes;
}

export async function inSpan<Result>(
  tracer: Tracer,
  { name, attributes }: ClientSpan,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } catch (error) {
    recordFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}

export function recordFailure(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
  span.setStatus({ code: SpanStatusCode.ERROR });
}
