import type { SandboxState } from '../state/sandbox-state.ts';
import { printJson } from '../wire/lossless-json.ts';
import type { DataFile, Written } from './data-file.ts';
import { aspectsOf } from './state-aspects.ts';

/**
 * Writes a sandbox's changes to its file. Whoever answers a request waits for `flush` first, so that nothing is
 * answered which a kill could lose. Changes that come together share one commit.
 */
export class Keeper {
  readonly #file: DataFile;
  #state: SandboxState | undefined;
  #changed = new Map<string, Set<string>>();
  #committed = new Map<string, string>();
  #replacesAll = false;
  #pending: Promise<void> | undefined;

  constructor(file: DataFile) {
    this.#file = file;
  }

  /** Follows this state from now on; a fresh one takes the place of everything in the file. */
  follow(state: SandboxState, isFresh: boolean): void {
    this.#state = state;
    this.#changed = new Map();
    this.#replacesAll = isFresh;
    const { store } = state.world;
    store.onChange((collection, before, after) => {
      const id = after?.id ?? before?.id;
      if (id !== undefined && this.#state === state) this.#note(collection, id);
    });
    if (!isFresh) return;
    this.#committed.clear();
    for (const collection of store.names)
      for (const { id } of store.all(collection)) this.#note(collection, id);
  }

  /** Resolves once everything that has changed so far is in the file; rejects if it could not be written. */
  flush(): Promise<void> {
    if (this.#pending === undefined) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      this.#pending = promise;
      setImmediate(() => {
        this.#pending = undefined;
        try {
          this.#commit();
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    }
    return this.#pending;
  }

  /** Writes what is left and lets go of the file. */
  close(): void {
    this.#commit();
    this.#state = undefined;
    this.#file.close();
  }

  #note(collection: string, id: string): void {
    const known = this.#changed.get(collection);
    if (known !== undefined) known.add(id);
    else this.#changed.set(collection, new Set([id]));
    // What happens beside the requests is written too; a failure comes up again at the next request.
    if (this.#pending === undefined) this.flush().catch(() => undefined);
  }

  #commit(): void {
    const state = this.#state;
    if (state === undefined) return;
    const aspects = this.#changedAspects(state);
    if (this.#changed.size === 0 && aspects.size === 0) return;
    this.#file.commit({ records: this.#written(state), aspects, replacesAll: this.#replacesAll });
    // Only now: what could not be written is tried again with the next commit.
    this.#changed = new Map();
    this.#replacesAll = false;
    for (const [name, text] of aspects) this.#committed.set(name, text);
  }

  #changedAspects(state: SandboxState): ReadonlyMap<string, string> {
    const texts = Object.entries(aspectsOf(state)).map(([name, value]) => [name, printJson(value)] as const);
    return new Map(texts.filter(([name, text]) => this.#committed.get(name) !== text));
  }

  *#written({ world }: SandboxState): Generator<Written> {
    for (const [collection, ids] of this.#changed) {
      for (const id of ids) yield { collection, id, cell: world.store.cell(collection, id) };
    }
  }
}
