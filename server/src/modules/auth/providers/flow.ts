import type { Project } from '../../../callers/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { openSealed, randomToken, seal, sha256Hex } from '../../../platform/crypto.ts';

/** One sign-in on its way to a provider and back. It lives in the browser that began it, sealed, and nowhere else. */
export interface Flow {
  readonly id: string;
  readonly expiresAtMs: number;
  /** Its place among the flows of the browser. */
  readonly slot: number;
  /** Of PKCE: what was sent to the provider is its hash, so that a code alone is worth nothing. */
  readonly verifier: string;
  readonly nonce: string;
  /** Where the provider sends the browser; the same address must be told when the code is spent. */
  readonly callbackUrl: string;
  /** On an allowed origin: checked before the flow began. */
  readonly redirectTo: string;
}

/** State sent through the provider: proof that this service began the flow, not who may end it. */
export interface FlowState {
  readonly id: string;
  readonly expiresAtMs: number;
  readonly slot: number;
}

export interface FlowSeals {
  begin(from: Pick<Flow, 'callbackUrl' | 'redirectTo' | 'slot'>): { flow: Flow; state: string; cookieValue: string };
  /** The state a provider brought back, if this service made it for this project and provider and it is not over. */
  openState(state: string): FlowState | undefined;
  /** The flow of a cookie, if it is the one of this state. */
  openFlow(cookieValue: string, state: FlowState): Flow | undefined;
}

export const FLOW_MS = 10 * 60_000;

/** Nothing is stored while people are away at a provider, so that nobody can fill the store by beginning. */
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

/** How a state is remembered as spent. */
export function spentHash(state: FlowState): string {
  return sha256Hex(state.id);
}
