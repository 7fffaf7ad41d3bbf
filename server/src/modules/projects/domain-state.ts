import type { Project } from '../../callers/index.ts';
import type { AppDomains } from './app-domains.ts';
import { domainProof } from './domain-proof.ts';

export interface DomainState {
  readonly domain: string;
  readonly state: 'pending' | 'served';
  readonly txt_name: string;
  readonly txt_value: string;
}

export function domainState(
  { appDomains, masterKey }: { readonly appDomains: AppDomains; readonly masterKey: Uint8Array },
  project: Project,
  domain: string,
): DomainState {
  const state = appDomains.ownerOf(domain) === project.id ? 'served' : 'pending';
  return { domain, state, ...domainProof(masterKey, project, domain) };
}
