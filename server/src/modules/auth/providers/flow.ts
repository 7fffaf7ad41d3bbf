import type { Project } from '../../../callers/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { openSealed, randomToken, seal, sha256Hex } from '../../../platform/crypto.ts';

/** One sign-in through a provider. It is stored, sealed, only in the browser that began it. */
export interface Flow {
  readonly id: string;
  readonly expiresAtMs: number;
  readonly slot: number;
  /** The PKCE verifier. The provider got only its hash, so a stolen code is worthless without it. */
  readonly verifier: string;
  readonly nonce: string;
  /** Where the provider sends the browser. The token request must repeat the same address. */
  readonly callbackUrl: string;
  /** Checked before the flow began: it is on an allowed origin. */
  readonly redirectTo: string;
}

/** The state sent through the provider. It proves that this service began the flow, but not which browser may finish it. */
export interface FlowState {
  readonly id: string;
  readonly expiresAtMs: number;
  readonly slot: number;
}

export interface FlowSeals {
  begin(from: Pick<Flow, 'callbackUrl' | 'redirectTo' | 'slot'>): { flow: Flow; state: string; cookieValue: string };
  openState(state: string): FlowState | undefined;
  openFlow(cookieValue: string, state: FlowState): Flow | undefined;
}

export const FLOW_MS = 10 * 60_000;

/** The service stores nothing while the user is at the provider, so that starting sign-ins cannot fill the store. */
export function createFlowSeals(
  { masterKey, clock }: { readonly masterKey: Uint8Array; readonly clock: Clock },
  { project, provider }: { readonly project: Project; readonly provider: string },
): FlowSeals {
  const stateContext = `${project.store} oauth ${provider} state`;
  const flowContext = `${project.store} oauth ${provider} flow`;
  return {
    begin(from) {
      const expiresAtMs = clock.now() + FLOW_MS;
      const flow: Flow = { ...from, id: randomToken(16), expiresAtMs, verifier: randomToken(), nonce: randomToken() };
      const state = seal(masterKey, stateContext, JSON.stringify(stateOf(flow)));
      return { flow, state, cookieValue: seal(masterKey, flowContext, JSON.stringify(flow)) };
    },
    openState(state) {
      const text = openSealed(masterKey, stateContext, state);
      const opened = text === undefined ? undefined : (JSON.parse(text) as FlowState);
      return opened !== undefined && opened.expiresAtMs > clock.now() ? opened : undefined;
    },
    openFlow(cookieValue, state) {
      const text = openSealed(masterKey, flowContext, cookieValue);
      const flow = text === undefined ? undefined : (JSON.parse(text) as Flow);
      return flow?.id === state.id ? flow : undefined;
    },
  };
}

function stateOf({ id, expiresAtMs, slot }: Flow): FlowState {
  return { id, expiresAtMs, slot };
}

export function spentHash(state: FlowState): string {
  return sha256Hex(state.id);
}
