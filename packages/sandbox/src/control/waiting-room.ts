/** Lets requests wait: for a time, or until they are released. Nobody waits past its closing. */
export class WaitingRoom {
  readonly #leave = new Set<(isOver: boolean) => void>();
  readonly #held = new Set<(isOver: boolean) => void>();
  #isClosed = false;

  /** Resolves to true after so many milliseconds, to false if the room closes before. */
  sleep(ms: number): Promise<boolean> {
    if (ms === 0 || this.#isClosed) return Promise.resolve(!this.#isClosed);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => leave(true), ms);
    const leave = (isOver: boolean): void => {
      clearTimeout(timer);
      this.#leave.delete(leave);
      resolve(isOver);
    };
    this.#leave.add(leave);
    return promise;
  }

  /** Resolves to true when released, to false if the room closes before. */
  hold(): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#held.add(resolve);
    return promise;
  }

  /** How many are held. */
  get held(): number {
    return this.#held.size;
  }

  /** Lets everybody go on who is held; returns how many. */
  release(): number {
    const released = [...this.#held];
    this.#held.clear();
    for (const resolve of released) resolve(true);
    return released.length;
  }

  /** Sends everybody away, now and from now on. */
  close(): void {
    this.#isClosed = true;
    for (const leave of [...this.#leave, ...this.#held]) leave(false);
    this.#leave.clear();
    this.#held.clear();
  }
}
