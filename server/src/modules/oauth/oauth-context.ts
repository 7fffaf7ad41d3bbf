import type { Access, Answer } from '../../http/index.ts';
import type { Operators } from '../operators/index.ts';
import type { GrantsStore } from './grants-store.ts';

export interface OauthContext {
  readonly operators: Operators['context'];
  readonly access: Pick<Access, 'findProject' | 'memberRole'>;
  readonly grantsStore: GrantsStore;
  readonly masterKey: Uint8Array;
  readonly publicUrl: () => string;
}

/** The errors of RFC 6749, 7591, 8628 and 8707 that this server returns. */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_scope'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token';

export class OauthError extends Error {
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, message: string) {
    super(message);
    this.name = 'OauthError';
    this.code = code;
  }
}

const NO_STORE = { 'Cache-Control': 'no-store' };

export function oauthAnswer(status: number, body: object): Answer {
  return { status, body, headers: NO_STORE };
}

export async function withOauthErrors(handle: () => Promise<Answer>): Promise<Answer> {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    return oauthAnswer(400, { error: error.code, error_description: error.message });
  }
}
