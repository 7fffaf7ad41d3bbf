import type { CallRequest } from '../../runtime/index.ts';

export function invokeRequest(
  publicUrl: string,
  projectId: string,
  functionName: string,
  payload: string | undefined,
): CallRequest {
  return {
    method: 'POST',
    url: `${publicUrl}/api/baas/${projectId}/functions/${functionName}/invoke`,
    headers: [['content-type', 'application/json']],
    body: Buffer.from(payload ?? ''),
    isPayload: true,
  };
}
