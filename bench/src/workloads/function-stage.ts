import { type HttpRequest, jsonRequest } from '../http-request.ts';
import type { AdminApi, BenchProject } from '../service/admin-api.ts';
import type { Stage } from '../stage.ts';

export interface FunctionStage extends Pick<Stage, 'options' | 'service' | 'load' | 'echo' | 'note'> {
  readonly api: AdminApi;
  readonly project: BenchProject;
}

export const TABLE_ROWS = 10_000;

export function invocation(project: BenchProject, name: string, payload: object = {}): HttpRequest {
  return jsonRequest('POST', `/api/baas/${project.id}/functions/${name}/invoke`, project.publicKey, payload);
}
