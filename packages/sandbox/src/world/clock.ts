import { wholeSeconds } from '../params/normal-time.ts';
import { systemNow } from '../store/system-now.ts';

/** What a clock goes by, to be kept elsewhere. */
export interface ClockSetting {
  readonly offset_ms?: number | undefined;
  readonly frozen_at?: number | undefined;
}

/** The sandbox's own time: real time with an offset, or standing still. */
export class Clock {
  #offsetMs = 0;
  #frozenAt: number | undefined;
  #stamp = '';
  #stampedSecond = Number.NaN;

  /** Milliseconds since 1970. */
  now(): number {
    return this.#frozenAt ?? systemNow() + this.#offsetMs;
  }

  /** Now, as records carry it: whole seconds of UTC. */
  stamp(): string {
    // Written anew only once a second: lists ask for it at every record.
    const second = Math.floor(this.now() / 1000);
    if (second !== this.#stampedSecond) {
      this.#stampedSecond = second;
      this.#stamp = wholeSeconds(second * 1000);
    }
    return this.#stamp;
  }

  /** Sets the time (milliseconds since 1970); frozen time stays until it is set again. */
  set(now: number, frozen: boolean): void {
    this.#offsetMs = now - systemNow();
    this.#frozenAt = frozen ? now : undefined;
  }

  /** How far it is from real time (milliseconds), or where it stands still. */
  get setting(): ClockSetting {
    return this.#frozenAt === undefined ? { offset_ms: this.#offsetMs } : { frozen_at: this.#frozenAt };
  }

  resume(setting: ClockSetting): void {
    this.#offsetMs = setting.offset_ms ?? 0;
    this.#frozenAt = setting.frozen_at;
  }

  get frozen(): boolean {
    return this.#frozenAt !== undefined;
  }
}
