import { createHmac, hkdfSync } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { Project } from '../../callers/index.ts';

const KEY_BYTES = 32;
const TIMEOUT_MS = 3000;
const TRIES = 2;

export interface DomainProof {
  readonly txt_name: string;
  readonly txt_value: string;
}

/** Looks the TXT records of a name up; empty when the name does not exist or no server answers. */
export type AskTexts = (name: string) => Promise<readonly string[]>;

/** The proof is always the same for a project and domain, and useless for any other project. */
export function domainProof(masterKey: Uint8Array, { store }: Project, domain: string): DomainProof {
  const key = new Uint8Array(hkdfSync('sha256', masterKey, '', 'proofs of domains', KEY_BYTES));
  const tag = createHmac('sha256', key).update(`${store}|${domain}`).digest('base64url');
  return { txt_name: `_service.${domain}`, txt_value: `service-domain=${tag}` };
}

/** `servers`: addresses with ports; empty for the system's name servers. */
export function createAskTexts(servers: readonly string[]): AskTexts {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name) => {
    try {
      // A record of more than 255 bytes arrives in pieces.
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch {
      return [];
    }
  };
}
