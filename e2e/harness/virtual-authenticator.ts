import type { Locator, Page } from 'playwright-core';

/** An authenticator of the browser itself, which holds passkeys and answers without a person. */
export interface VirtualAuthenticator {
  /** The number of passkeys that it holds. */
  count(): Promise<number>;
  /** Whether it verifies its user; false acts like a visitor who closes the dialog. */
  verify(isVerified: boolean): Promise<void>;
  /** Whether it answers the next requests at once, as if the visitor touched it. A request that waits already is never answered. */
  answer(isAnswering: boolean): Promise<void>;
  /** Does `step`, and waits until the page has asked for a suggestion, which waits for an answer. */
  suggestionBy(step: () => Promise<void>): Promise<void>;
  /** Clicks on `button`, and answers the request of that click, not the suggestion that waits since before. */
  answerClick(button: Locator): Promise<void>;
}

/** Counts the suggestions that a page asks for. An empty page has no credentials to ask for. */
const COUNT_SUGGESTIONS = `if (window.suggestions === undefined && navigator.credentials !== undefined) {
  window.suggestions = 0;
  const get = navigator.credentials.get.bind(navigator.credentials);
  navigator.credentials.get = (options) => {
    const answer = get(options);
    if (options.mediation === 'conditional') window.suggestions += 1;
    return answer;
  };
}`;

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
  await page.addInitScript(COUNT_SUGGESTIONS);
  await page.evaluate(COUNT_SUGGESTIONS);
  const answer = async (enabled: boolean) => {
    await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  };
  return {
    async count() {
      return (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
    },
    async verify(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    answer,
    async suggestionBy(step) {
      await answer(false);
      const before = await page.evaluate('window.suggestions');
      await step();
      await page.waitForFunction(`window.suggestions > ${before}`);
    },
    async answerClick(button) {
      const options = '**/auth/login/passkey/options';
      await page.route(
        options,
        async (route) => {
          await answer(true);
          await route.continue();
        },
        { times: 1 },
      );
      await button.click();
    },
  };
}
