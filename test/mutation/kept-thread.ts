import {
  type PoolOptions,
  type PoolRunnerInitializer,
  type PoolWorker,
  ThreadsPoolWorker,
} from 'vitest/node';

type Request = Parameters<PoolWorker['send']>[0];
type Listener = (message: object) => void;

let thread: ThreadsPoolWorker | undefined;

/**
 * Runs the tests of one run in a thread that outlives it, so that the program is loaded once for all mutants. What
 * vitest asks of a thread before and after a run is answered here.
 */
class KeptThread implements PoolWorker {
  readonly name = 'kept-thread';
  readonly #options: PoolOptions;
  readonly #listeners = new Set<Listener>();
  #thread: ThreadsPoolWorker | undefined;
  #testNamePattern: RegExp | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#thread = thread;
    thread ??= new ThreadsPoolWorker(this.#options);
    if (this.#thread === undefined) await thread.start();
  }

  async stop(): Promise<void> {
    await Promise.resolve();
  }

  on(event: string, listener: Listener): void {
    if (event === 'message') this.#listeners.add(listener);
    thread?.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    if (event === 'message') this.#listeners.delete(listener);
    thread?.off(event, listener);
  }

  send(request: Request): void {
    if (request.type === 'start') this.#testNamePattern = request.context.config.testNamePattern;
    if (request.type === 'start' && this.#thread !== undefined) this.#answer('started');
    else if (request.type === 'stop') this.#answer('stopped');
    else thread?.send(request.type === 'run' ? this.#withPattern(request) : request);
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  /** A thread keeps the pattern of its start; one of a file stands above it. */
  #withPattern(request: Extract<Request, { type: 'run' }>): Request {
    const testNamePattern = this.#testNamePattern;
    const files = request.context.files.map((file) => ({ ...file, testNamePattern }));
    return { ...request, context: { ...request.context, files } };
  }

  #answer(type: 'started' | 'stopped'): void {
    const message = { type, __vitest_worker_response__: true };
    queueMicrotask(() => {
      for (const listener of this.#listeners) listener(message);
    });
  }
}

export const keptThread: PoolRunnerInitializer = {
  name: 'kept-thread',
  createPoolWorker: (options) => new KeptThread(options),
};
