/** Where each project may be, and which projects are being moved: the parts of the installation that a request needs. */
export class Places {
  readonly #places = new Map<string, readonly string[]>();
  readonly #moves = new Map<string, string>();

  set(project: string, databases: readonly string[]): void {
    this.#places.set(project, databases);
  }

  of(project: string): readonly string[] {
    return this.#places.get(project) ?? [];
  }

  setMoving(project: string, move: string): void {
    this.#moves.set(project, move);
  }

  partsOf(project: string | undefined, isWrite: boolean): readonly string[] {
    if (project === undefined) return [...new Set([...this.#places.values()].flat())];
    const move = this.#moves.get(project);
    return [...this.of(project), ...(isWrite && move !== undefined ? [move] : [])];
  }
}
