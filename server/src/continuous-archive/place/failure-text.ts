/** The reason of a failure for operators, with its cause: an object store only says that it failed. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  const reason = cause instanceof Error ? cause.message || cause.name : undefined;
  return reason === undefined || message.includes(reason) ? message : `${message.replace(/\.$/, '')}: ${reason}`;
}
