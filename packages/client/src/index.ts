export { getConfig } from './core/config.ts';
export { onError } from './core/report-error.ts';
export { request } from './core/request.ts';
export { isServiceError, ServiceError } from './core/service-error.ts';
export type { Config } from './core/shared-state.ts';
export type {
  FunctionName,
  Insert,
  Kinds,
  Payload,
  Register,
  Result,
  Row,
  RowFields,
  TableName,
  Update,
} from './register.ts';
export type { AuthUser } from './session/auth-user.ts';
export { setSignInPrompt } from './session/sign-in-prompt.ts';
