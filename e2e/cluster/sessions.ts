import { type ApiAnswer, createApiClient } from '../harness/api-client.ts';
import { receivedCookies } from '../harness/cookie-jar.ts';
import type { Answer, AnyCaller } from './any-caller.ts';
import { audit, type LedgerFinding } from './ledger.ts';

/** Every fourth use signs out. */
const USES = 4;

/** Signed-in browsers that refresh their sessions through any process and sometimes sign out. */
export class Sessions {
  readonly #any: AnyCaller;
  readonly #project: string;
  readonly #publicKey: string;
  /** Cookies by address; a session is taken out while it is in use. */
  readonly #kept = new Map<string, string>();
  readonly #ended = new Map<string, string>();
  /** Sessions that were refused although no call had ended them. */
  readonly #lost = new Set<string>();
  #uses = 0;

  constructor(any: AnyCaller, project: string, publicKey: string) {
    this.#any = any;
    this.#project = project;
    this.#publicKey = publicKey;
  }

  /** Records a sign-in that was acknowledged with these cookies. */
  add(email: string, answer: Pick<ApiAnswer, 'headers'>): void {
    this.#kept.set(email, cookiesOf(answer));
  }

  /** Refreshes the session that was unused for longest, or signs it out. */
  async use(): Promise<void> {
    const [oldest] = this.#kept;
    if (oldest === undefined) return;
    const [email, cookie] = oldest;
    this.#kept.delete(email);
    this.#uses += 1;
    if (this.#uses % USES === 0) await this.#end(email, cookie);
    else await this.#refresh(email, cookie);
  }

  async findings(): Promise<readonly LedgerFinding[]> {
    const alive: string[] = [];
    for (const [email, cookie] of this.#kept) if ((await this.#status(cookie)) === 200) alive.push(email);
    const refused: string[] = [];
    for (const [email, cookie] of this.#ended) if ((await this.#status(cookie)) === 401) refused.push(email);
    return [
      audit('sessions', [...this.#kept.keys(), ...this.#lost], alive),
      audit('sessions that were ended', this.#ended.keys(), refused),
    ];
  }

  async #refresh(email: string, cookie: string): Promise<void> {
    const answer = await this.#any((url) => this.#call(url, 'refresh', cookie));
    if (answer?.status === 401) this.#lost.add(email);
    // A lost answer changes nothing: the service accepts the earlier cookies once more.
    else this.#kept.set(email, answer?.status === 200 ? cookiesOf(answer) : cookie);
  }

  async #end(email: string, cookie: string): Promise<void> {
    const answer = await this.#any((url) => this.#call(url, 'logout', cookie));
    // The outcome is unknown when no answer arrives.
    if (answer?.status === 200) this.#ended.set(email, cookie);
  }

  async #status(cookie: string): Promise<number | undefined> {
    return (await this.#any((url) => this.#call(url, 'refresh', cookie)))?.status;
  }

  #call(url: string, what: 'refresh' | 'logout', cookie: string): Promise<Answer> {
    const api = createApiClient(`${url}/api/baas/${this.#project}`, this.#publicKey);
    return api.call('POST', `/auth/${what}`, { headers: { cookie }, body: {} });
  }
}

function cookiesOf(answer: Pick<ApiAnswer, 'headers'>): string {
  return receivedCookies(answer)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}
