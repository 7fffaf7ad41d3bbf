import { SCOPES, type Scope } from './metadata.ts';
import { OauthError } from './oauth-context.ts';
import { isOwnOrigin } from './own-origin.ts';

export interface WantedRights {
  readonly projectId: string;
  readonly scope: Scope;
}

/**
 * Reads `resource` (RFC 8707) and `scope`. The narrower of `scope` and the resource's mode applies, so that a token
 * never does more than the user saw.
 */
export function readRights(publicUrl: string, resource: string | undefined, scope: string | undefined): WantedRights {
  const url = resource !== undefined && URL.canParse(resource) ? new URL(resource) : undefined;
  const projectId = url?.searchParams.get('project') ?? '';
  if (url === undefined || !isOwnOrigin(publicUrl, url) || url.pathname !== '/mcp' || projectId === '') {
    throw new OauthError('invalid_target', `resource must be ${publicUrl}/mcp?project=<id>.`);
  }
  const isWriting = url.searchParams.get('mode') === 'write';
  const scopes = (scope ?? '').split(' ').filter((name) => name !== '');
  const unknown = scopes.find((name) => !SCOPES.some((known) => known === name));
  if (unknown !== undefined) throw new OauthError('invalid_scope', `scope is made of ${SCOPES.join(' and ')}.`);
  const mayWrite = scopes.length === 0 || scopes.includes('write');
  return { projectId, scope: isWriting && mayWrite ? 'write' : 'read' };
}
