import type { Refusal } from '../interface/function-call.ts';

export const ENDED: Refusal = { message: 'The run has ended.', code: 'forbidden', status: 403 };
export const TOO_LARGE: Refusal = { message: 'This is more than 2 MiB.', code: 'payload_too_large', status: 413 };
export const BROKEN: Refusal = { message: 'Something went wrong on our side.', code: 'internal_error', status: 500 };
