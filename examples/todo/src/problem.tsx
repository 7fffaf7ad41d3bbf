import type { ServiceError } from '@service/client';

export function Problem({ error }: { error: ServiceError | undefined }) {
  if (error === undefined) return null;
  return <p role="alert">{error.message}</p>;
}
