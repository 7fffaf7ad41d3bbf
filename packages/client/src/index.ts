export { getConfig } from './core/config.ts';
export type { ErrorCode, ErrorDetails } from './core/error-codes.ts';
export { onError } from './core/report-error.ts';
export { isServiceError, ServiceError } from './core/service-error.ts';
export type { Config } from './core/shared-state.ts';
export type { AuthUser, Delivery, Message, StoredFile, Visibility } from './core/wire.ts';
export { setSignInPrompt } from './prompt/sign-in-prompt.ts';
export type {
  FunctionName,
  FunctionTypes,
  Insert,
  Kinds,
  Payload,
  Register,
  Result,
  Row,
  RowFields,
  SearchText,
  TableName,
  Update,
} from './register.ts';
export { request } from './session/request.ts';
