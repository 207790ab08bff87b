import { Agent, type AgentOptions } from 'node:https';

/**
 * An agent that connects every host to one port of this machine, for clients whose addresses are fixed.
 * The certificate is still held against the name that was asked for, and trusted through `ca` (PEM) alone.
 */
export function agentTo(httpsBaseUrl: string, ca: string): Agent {
  return new RedirectingAgent({ ca, keepAlive: true }, Number(new URL(httpsBaseUrl).port));
}

class RedirectingAgent extends Agent {
  readonly #port: number;

  constructor(options: AgentOptions, port: number) {
    super(options);
    this.#port = port;
  }

  override createConnection(...[options, done]: Parameters<Agent['createConnection']>) {
    return super.createConnection({ ...options, host: '127.0.0.1', port: this.#port }, done);
  }
}
