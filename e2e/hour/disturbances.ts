import { type Fault, type Installation, pause } from './installation.ts';
import type { Rotation } from './rotation.ts';
import { pick } from './workloads/work.ts';

const PROCESSES = 3;
const MOVERS = 2;
const BETWEEN_MS = 12_000;
const BETWEEN_MOVES_MS = 500;

/** Ends processes and parts of the installation one after the other, and moves projects. */
export class Disturbances {
  /** How often each happened. */
  readonly counts = new Map<string, number>();
  readonly #installation: Installation;
  readonly #rotation: Rotation;
  readonly #projects: readonly string[];
  readonly #moving = new Set<string>();
  #longestMoveMs = 0;

  constructor(installation: Installation, rotation: Rotation, projects: readonly string[]) {
    this.#installation = installation;
    this.#rotation = rotation;
    this.#projects = projects;
  }

  get longestMoveMs(): number {
    return this.#longestMoveMs;
  }

  /** Two ends of processes, then a fault of the databases, and so on. */
  async endProcesses(until: number, say: (what: string) => void): Promise<void> {
    const { faults } = this.#installation;
    for (let round = 0; performance.now() < until; round += 1) {
      const fault = faults[round % faults.length];
      const steps = [this.#ending(2 * round, 'SIGKILL'), this.#ending(2 * round + 1, 'SIGTERM'), fault];
      for (const step of steps) {
        await pause(BETWEEN_MS);
        if (step === undefined || performance.now() > until) continue;
        say(step.name);
        await step.inject();
        this.#count(step.name.replace(/ \d+$/, ''));
      }
    }
  }

  async moveProjects(until: number): Promise<void> {
    const mover = async (): Promise<void> => {
      while (performance.now() < until) {
        await this.#moveOne();
        await pause(BETWEEN_MOVES_MS);
      }
    };
    await Promise.all(Array.from({ length: MOVERS }, mover));
  }

  async #moveOne(): Promise<void> {
    const project = pick(this.#projects.filter((one) => !this.#moving.has(one)));
    if (project === undefined) return;
    this.#moving.add(project);
    const from = performance.now();
    this.#count(`move: ${await this.#installation.move(project)}`);
    this.#longestMoveMs = Math.max(this.#longestMoveMs, performance.now() - from);
    this.#moving.delete(project);
  }

  #ending(turn: number, signal: 'SIGKILL' | 'SIGTERM'): Fault {
    const slot = turn % PROCESSES;
    return { name: `${signal} of process ${slot}`, inject: () => this.#rotation.replace(slot, signal) };
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}
