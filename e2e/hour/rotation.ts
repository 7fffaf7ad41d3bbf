import { type ServiceProcess, type StartOptions, startService } from '../harness/service-process.ts';
import type { Outages } from './outages.ts';

const HEALTH_EVERY_MS = 500;
const HEALTH_TIMEOUT_MS = 4_000;
const DOWN_MS = 1_500;
const WAIT_MS = 100;
const OUTPUT_CHARACTERS = 4_000;

export interface Member {
  /** Its name in the outages; each start has another one. */
  readonly part: string;
  readonly service: ServiceProcess;
  isHealthy: boolean;
  isEnding: boolean;
}

/** Processes behind a balancer that asks each for its health twice a second, and sends it no requests when it is unhealthy. */
export class Rotation implements AsyncDisposable {
  readonly #options: StartOptions;
  readonly #outages: Outages;
  readonly #slots: (Member | undefined)[] = [];
  readonly #ended: ServiceProcess[] = [];
  readonly #deaths: string[] = [];
  #starts = 0;
  #turn = 0;
  #isStopped = false;
  #watching: Promise<unknown> = Promise.resolve();

  private constructor(options: StartOptions, outages: Outages) {
    this.#options = options;
    this.#outages = outages;
  }

  static async start(processes: number, options: StartOptions, outages: Outages): Promise<Rotation> {
    const rotation = new Rotation(options, outages);
    try {
      for (let slot = 0; slot < processes; slot += 1) await rotation.#startIn(slot);
    } catch (error) {
      await rotation[Symbol.asyncDispose]();
      throw error;
    }
    rotation.#startWatching();
    return rotation;
  }

  /** The member for the next request: a healthy one if there is any. */
  async next(): Promise<Member> {
    for (;;) {
      const running = this.#running();
      const healthy = running.filter(({ isHealthy }) => isHealthy);
      const candidates = healthy.length > 0 ? healthy : running;
      this.#turn += 1;
      const member = candidates[this.#turn % Math.max(1, candidates.length)];
      if (member !== undefined) return member;
      await pause(WAIT_MS);
    }
  }

  /** Ends one process and starts another in its place. Throws when it does not exit with 0 after SIGTERM. */
  async replace(slot: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const member = this.#slots[slot];
    if (member === undefined) return;
    const end = async (): Promise<void> => {
      // The balancer learns of a killed process by its connections, and of a stopped one by its health.
      if (signal === 'SIGKILL') this.#slots[slot] = undefined;
      member.isEnding = true;
      const { code, output } = await member.service.end(signal);
      this.#slots[slot] = undefined;
      this.#ended.push(member.service);
      if (signal === 'SIGTERM' && code !== 0) throw new Error(`SIGTERM ended a process with ${code}: ${output}`);
    };
    await (signal === 'SIGKILL' ? this.#outages.during(member.part, end, 0) : end());
    await pause(DOWN_MS);
    await this.#startIn(slot);
  }

  /** The last output of each process that ended by itself. */
  get deaths(): readonly string[] {
    return this.#deaths;
  }

  /** The logs of all processes so far. */
  output(): string {
    const running = this.#running().map(({ service }) => service);
    return [...this.#ended, ...running].map((service) => service.output()).join('\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await this.#watching;
    await Promise.all(this.#running().map(({ service }) => service.end('SIGKILL')));
  }

  async #startIn(slot: number): Promise<void> {
    this.#starts += 1;
    const part = `process ${this.#starts}`;
    const member = { part, service: await startService(this.#options), isHealthy: true, isEnding: false };
    this.#slots[slot] = member;
    void member.service.exit.then(({ code, output }) => {
      if (member.isEnding || this.#isStopped) return;
      this.#deaths.push(`${part} ended by itself with ${code}: ${output.slice(-OUTPUT_CHARACTERS)}`);
      console.error(`${new Date().toISOString()} ${this.#deaths.at(-1)}`);
    });
  }

  #startWatching(): void {
    this.#watching = this.#watch();
  }

  async #watch(): Promise<void> {
    while (!this.#isStopped) {
      await Promise.all(this.#running().map(checkHealth));
      await pause(HEALTH_EVERY_MS);
    }
  }

  #running(): readonly Member[] {
    return this.#slots.filter((member) => member !== undefined);
  }
}

async function checkHealth(member: Member): Promise<void> {
  const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
  member.isHealthy = await fetch(`${member.service.url}/health`, { signal }).then(
    async (answer) => {
      await answer.text();
      return answer.status === 200;
    },
    () => false,
  );
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
