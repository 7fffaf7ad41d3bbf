import type { Page } from 'playwright-core';

/** An authenticator of the browser itself, which holds passkeys and answers without a person. */
export interface VirtualAuthenticator {
  /** The number of passkeys that it holds. */
  count(): Promise<number>;
  /** Whether it verifies its user; false acts like a visitor who closes the dialog. */
  verify(isVerified: boolean): Promise<void>;
  /** Whether it answers at once, as if the visitor touched it. */
  answer(isAnswering: boolean): Promise<void>;
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async count() {
      return (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
    },
    async verify(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async answer(enabled) {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}
