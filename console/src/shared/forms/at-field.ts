import { ApiFailure } from '../api/api-failure.ts';

/** Shows a refusal with this code at the field that caused it, although the API names no field. */
export async function atField<T>(code: string, field: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== code) throw error;
    const details = { fields: { [field]: error.message } };
    throw new ApiFailure(error.status, { error: error.message, code, request_id: error.requestId, details });
  }
}
