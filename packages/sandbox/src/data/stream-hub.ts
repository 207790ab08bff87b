import { hash } from 'node:crypto';
import type { Connection } from '../wire/platform-request.ts';
import { WebhookClient } from './webhook-client.ts';

/** A streaming connection, as it is listed; it stays listed after it ended. Times are milliseconds since 1970. */
export interface StreamConnection {
  readonly id: string;
  readonly appId: string;
  readonly endpoint: string;
  readonly clientIp: string;
  readonly connectedAt: number;
  disconnectedAt?: number;
  disconnectReason?: string;
}

interface Open {
  readonly listed: StreamConnection;
  readonly connection: Connection;
  readonly now: () => number;
  readonly until: number;
  readonly timer: NodeJS.Timeout;
  /** Nothing is sent any more, as by a connection that died without a word. */
  isStalled?: boolean;
}

/** What can go wrong with an open stream: it ends in order, breaks, falls silent, or breaks in the middle of a line. */
export const streamFailures = ['end', 'drop', 'stall', 'half_line'] as const;
export type StreamFailure = (typeof streamFailures)[number];

const endedKept = 1000;

/** The open streams, and what calls out to webhooks: all that goes on between requests. */
export class StreamHub {
  readonly client = new WebhookClient();
  readonly #open = new Map<string, Open>();
  readonly #listed: StreamConnection[] = [];
  #count = 0;

  /** Takes a connection in. It gets a sign of life every `keepAliveMs` (F-event-01) until either side ends it. */
  join(
    connection: Connection,
    about: {
      readonly appId: string;
      readonly endpoint: string;
      readonly clientIp: string;
      readonly now: () => number;
      readonly keepAliveMs: number;
      /** The time of the last event to be sent; infinite for all. */
      readonly until: number;
    },
  ): void {
    const { appId, endpoint, clientIp, now, keepAliveMs, until } = about;
    this.#count += 1;
    const id = uuid(`connection ${this.#count}`);
    const listed = { id, appId, endpoint, clientIp, connectedAt: now() };
    const timer = setInterval(() => connection.write('\r\n'), keepAliveMs);
    timer.unref();
    this.#open.set(id, { listed, connection, now, until, timer });
    this.#listed.push(listed);
    if (this.#listed.length > endedKept + this.#open.size) {
      const oldest = this.#listed.findIndex((each) => !this.#open.has(each.id));
      this.#listed.splice(oldest, 1);
    }
    connection.onClose(() => this.#leave(id, 'ClientDisconnected'));
  }

  /** Every connection of the application, ended ones too, oldest first. */
  connections(appId: string): readonly StreamConnection[] {
    return this.#listed.filter((each) => each.appId === appId);
  }

  /** How many streams the application has open. */
  openCount(appId: string): number {
    return [...this.#open.values()].filter(({ listed }) => listed.appId === appId).length;
  }

  /** Sends a line to every open stream of the application at the endpoint; returns to how many. */
  send(appId: string, endpoint: string, line: string): number {
    let reached = 0;
    for (const { listed, connection, now, until, isStalled } of this.#open.values()) {
      if (isStalled === true || listed.appId !== appId || listed.endpoint !== endpoint) continue;
      if (now() > until) connection.end();
      else {
        connection.write(`${line}\r\n`);
        reached += 1;
      }
    }
    return reached;
  }

  /** Ends a connection; false if it is not open. */
  kill(id: string): boolean {
    const open = this.#open.get(id);
    if (open === undefined) return false;
    this.#leave(id, 'ConnectionTerminated');
    open.connection.end();
    return true;
  }

  /** Lets every open stream fail; returns how many there were. */
  fail(failure: StreamFailure): number {
    const failing = [...this.#open];
    for (const [id, open] of failing) {
      if (failure === 'stall') {
        clearInterval(open.timer);
        open.isStalled = true;
        continue;
      }
      this.#leave(id, 'OperationalDisconnect');
      if (failure === 'half_line') open.connection.write('{"data":{"event_uuid":"');
      if (failure === 'end') open.connection.end();
      else open.connection.drop();
    }
    return failing.length;
  }

  /** Ends everything that is under way. */
  close(): void {
    for (const id of this.#open.keys()) this.kill(id);
    this.client.close();
  }

  #leave(id: string, reason: string): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    clearInterval(open.timer);
    open.listed.disconnectedAt = open.now();
    open.listed.disconnectReason = reason;
    this.#open.delete(id);
  }
}

/** A UUID that is the same for the same text. */
export function uuid(text: string): string {
  const hex = hash('sha256', text, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
