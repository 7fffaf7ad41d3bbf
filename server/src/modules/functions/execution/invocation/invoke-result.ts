import { Type } from 'typebox';
import { type Answer, statusOf } from '../../../../http/index.ts';
import { type ErrorCode, ServiceError } from '../../../../platform/errors.ts';
import type { CallOutcome, ThrownOutcome } from '../../runtime/index.ts';
import { type Redact, redactJson } from '../../secrets/redact.ts';
import type { FinishedRun } from './invocation.ts';

/** 16 running calls and 64 waiting ones. */
const AT_ONCE_MAX = 80;

export interface InvokeResult {
  readonly status: number;
  readonly body: string;
  readonly isSuccess: boolean;
  readonly failure?: Answer['failure'];
  readonly retryAfterSeconds?: number;
}

export const invokeAnswer = Type.Object({
  success: Type.Literal(true),
  data: Type.Optional(Type.Unknown()),
  duration_ms: Type.Number(),
});

export const invokeFailure = Type.Object({
  success: Type.Literal(false),
  error: Type.String(),
  code: Type.String(),
  details: Type.Optional(Type.Object({}, { additionalProperties: true })),
  data: Type.Optional(Type.Unknown()),
  request_id: Type.String(),
  duration_ms: Type.Number(),
});

/** Throws `rate_limited` when the project has too many calls at once. */
export function invokeResult(
  { outcome, durationMs }: Pick<FinishedRun, 'outcome' | 'durationMs'>,
  requestId: string,
  redact: Redact,
): InvokeResult {
  if (outcome.kind === 'value') {
    const data = outcome.json === undefined ? '' : `"data":${outcome.json},`;
    return { status: 200, body: `{"success":true,${data}"duration_ms":${durationMs}}`, isSuccess: true };
  }
  if (outcome.kind === 'busy') throw tooManyAtOnce(outcome.retryAfterSeconds);
  const { status, error, code, data } = failureOf(outcome);
  return failedResult(
    { status, error: redact(error), code, data: data && redactJson(redact, data), requestId, durationMs },
    outcome,
  );
}

export interface FailedCall {
  readonly status: number;
  readonly error: string;
  readonly code: string;
  readonly data?: string | undefined;
  readonly requestId: string;
  readonly durationMs: number;
}

export function failedResult(failed: FailedCall, outcome?: CallOutcome): InvokeResult {
  const { status, error, code, data, requestId, durationMs } = failed;
  const extra = data === undefined ? '' : `"data":${data},`;
  const texts = `"error":${JSON.stringify(error)},"code":${JSON.stringify(code)}`;
  const body = `{"success":false,${texts},${extra}"request_id":${JSON.stringify(requestId)},"duration_ms":${durationMs}}`;
  const retry = outcome?.kind === 'unhealthy' ? { retryAfterSeconds: outcome.retryAfterSeconds } : {};
  return { status, body, isSuccess: false, failure: { code, message: error }, ...retry };
}

export function tooManyAtOnce(retryAfterSeconds: number): ServiceError {
  const sentence = 'Too many functions of this project are running or waiting. Try again.';
  return new ServiceError('rate_limited', sentence, { retryAfterSeconds, limit: AT_ONCE_MAX });
}

export const UNHEALTHY = {
  crashes: 'The functions of this project crashed too often recently. Try again later.',
  machine: 'This machine cannot start functions at the moment. Try again later.',
} as const;

interface FailureText {
  readonly status: number;
  readonly error: string;
  readonly code: string;
  readonly data?: string | undefined;
}

export function failureOf(outcome: Exclude<CallOutcome, { kind: 'value' | 'busy' }>): FailureText {
  switch (outcome.kind) {
    case 'thrown':
      return (
        chosenFailure(outcome) ?? failureText('function_error', outcome.message === '' ? outcome.name : outcome.message)
      );
    case 'timeout':
      return failureText('function_timeout', 'The function took too long.');
    case 'out_of_memory':
      return failureText('function_out_of_memory', 'The function exceeded its memory limit.');
    case 'crashed':
      return failureText('function_unhealthy', 'The process that ran the function ended. Try again.');
    case 'unhealthy':
      return failureText('function_unhealthy', UNHEALTHY[outcome.reason]);
    case 'too_large':
      return failureText('function_error', 'The answer of the function is larger than 6 MB.');
    case 'response':
      return failureText(
        'function_error',
        'The function returned a Response: an http function returns a value, which becomes JSON.',
      );
  }
}

export function chosenFailure({ status, code, message, data }: ThrownOutcome): FailureText | undefined {
  if (status === undefined || !Number.isInteger(status) || status < 400 || status > 499) return undefined;
  return { status, error: message, code: code ?? 'function_error', data };
}

function failureText(code: ErrorCode, error: string): FailureText {
  return { status: statusOf(code), error, code };
}
