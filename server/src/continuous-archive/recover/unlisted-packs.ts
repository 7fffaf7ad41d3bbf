import { isRun, type PackRange, readDeletedPacks } from '../format/deleted-packs.ts';
import { objectNames } from '../format/names.ts';
import { DamagedObject, type Sealer } from '../format/sealer.ts';
import type { Place } from '../place/place.ts';
import type { FoundGeneration, NamedPack } from './find-generations.ts';

export interface OpenedPack {
  readonly name: string;
  readonly content: Buffer;
}

interface SealedPack {
  readonly name: string;
  readonly object: Buffer;
}

export interface UnlistedSource {
  readonly place: Place;
  readonly sealer: Sealer;
  readonly generation: FoundGeneration;
}

/** The list of a place may be older than packs that it does not name, so they are asked for by their names. */
export class UnlistedPacks {
  readonly #source: UnlistedSource;
  readonly #damage: Map<string, string>;
  /** The next pack is of one of these runs, unless a further run begins with it. */
  #runs: readonly string[];
  /** The newest run of which a pack was read. Names of runs sort by their time. */
  #newest: string;
  #deleted: readonly PackRange[] | undefined;

  /** `first`: the number of the first pack that is wanted. */
  constructor(source: UnlistedSource, first: number, damage: Map<string, string>) {
    const { packs, images } = source.generation;
    const before = packs.findLast(({ last }) => last < first);
    this.#source = source;
    this.#damage = damage;
    this.#newest = before?.run ?? '';
    this.#runs = before === undefined ? [...new Set(images.map(({ run }) => run))] : [before.run];
  }

  /** The packs before one that the list names. If the place does not have them, they are lost. */
  async *before({ first, run }: NamedPack, from: number): AsyncGenerator<OpenedPack> {
    for (let number = from; number < first; number += 1) {
      const deletedTo = await this.#skipDeleted(number);
      if (deletedTo !== undefined) {
        number = deletedTo;
        continue;
      }
      const pack = await this.#find(number, [...this.#runs, run]);
      if (pack === undefined) this.#noteDamage(new DamagedObject(this.#nameOf(number, run), 'it is missing'));
      else yield* this.#open(pack);
    }
    this.#follow(run);
  }

  /** The packs after the last one that the list names. */
  async *after(last: number): AsyncGenerator<OpenedPack> {
    for (let number = last + 1; ; number += 1) {
      const pack = await this.#find(number, this.#runs);
      const deletedTo = pack === undefined ? await this.#skipDeleted(number) : undefined;
      if (pack !== undefined) yield* this.#open(pack);
      else if (deletedTo === undefined) return;
      else number = deletedTo;
    }
  }

  /** The last of the packs from this number on that the retention has deleted; undefined if this one is not deleted. */
  async #skipDeleted(number: number): Promise<number | undefined> {
    this.#deleted ??= await this.#readDeleted();
    const range = this.#deleted.find(([first, last]) => first <= number && number <= last);
    if (range === undefined) return undefined;
    const [, last, nextRun] = range;
    this.#follow(nextRun);
    return last;
  }

  async #readDeleted(): Promise<readonly PackRange[]> {
    const { place, sealer, generation } = this.#source;
    const name = objectNames.deletedPacks(generation.id);
    const object = await place.get(name);
    try {
      return object === undefined ? [] : readDeletedPacks(name, sealer.open(name, object));
    } catch (error) {
      this.#noteDamage(error);
      return [];
    }
  }

  async #find(number: number, runs: readonly string[]): Promise<SealedPack | undefined> {
    for (const run of new Set(runs)) {
      const pack = await this.#get(number, run);
      if (pack !== undefined) return pack;
    }
    const begun = await this.#runBegunWith(number);
    // A later run has replaced the packs of an older one from its own first pack on.
    if (begun === undefined || begun <= this.#newest) return undefined;
    return await this.#get(number, begun);
  }

  async #get(number: number, run: string): Promise<SealedPack | undefined> {
    const name = this.#nameOf(number, run);
    const object = await this.#source.place.get(name);
    if (object === undefined) return undefined;
    this.#follow(run);
    return { name, object };
  }

  #follow(run: string): void {
    this.#runs = [run];
    if (run > this.#newest) this.#newest = run;
  }

  async #runBegunWith(number: number): Promise<string | undefined> {
    const { place, sealer, generation } = this.#source;
    const name = objectNames.run(generation.id, number);
    const object = await place.get(name);
    if (object === undefined) return undefined;
    try {
      const run = sealer.open(name, object).toString();
      if (!isRun(run)) throw new DamagedObject(name, 'it names no run');
      return run;
    } catch (error) {
      this.#noteDamage(error);
      return undefined;
    }
  }

  *#open({ name, object }: SealedPack): Generator<OpenedPack> {
    try {
      yield { name, content: this.#source.sealer.open(name, object) };
    } catch (error) {
      this.#noteDamage(error);
    }
  }

  #noteDamage(error: unknown): void {
    if (!(error instanceof DamagedObject)) throw error;
    this.#damage.set(error.object, error.message);
  }

  #nameOf(number: number, run: string): string {
    return objectNames.pack(this.#source.generation.id, { first: number, last: number, run });
  }
}
