import { AdsyncError } from '../../diagnostics/adsync-error.ts';
import { followStream, type StreamNews } from '../../events/follow-stream.ts';
import type { ActivityEvent } from '../../events/stream-line.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import type { Run } from '../run.ts';
import { openClient } from '../session.ts';

/** What is listened for. */
export interface Listening {
  /** From when on events are wanted, in milliseconds since 1970; from now on where it is left out. */
  readonly sinceMs?: number | undefined;
  /** Is told what happens to the stream. */
  tell(news: StreamNews): void;
}

/**
 * The activity events of the application, each once, until the run is interrupted (F-event-01). Throws
 * ADSYNC_CREDENTIALS_REFUSED, ADSYNC_ANSWER_INVALID for a line that is too long, and what the platform refuses for good.
 */
export async function* listenToEvents(
  run: Run,
  listening: Listening,
): AsyncGenerator<ActivityEvent, void, void> {
  const client = openClient(run);
  let closing: Promise<void> | undefined;
  const close = (): void => {
    closing ??= client.close();
  };
  run.signal.addEventListener('abort', close, { once: true });
  const path = '/2/activity/stream';
  try {
    yield* followStream({
      ...listening,
      open: (query) => client.openStream({ host: 'base', method: 'GET', path, query, signing: 'user' }),
      clock: run.clock,
      random: Math.random,
      signal: run.signal,
    });
  } catch (error) {
    throw error instanceof PlatformError ? explained(error) : error;
  } finally {
    run.signal.removeEventListener('abort', close);
    close();
    await closing;
  }
}

function explained(failure: PlatformError): AdsyncError {
  const { code, message, detail, status } = failure;
  if (status !== 403 || code === 'ADSYNC_CREDENTIALS_REFUSED') return failure;
  return new AdsyncError(code, message, {
    ...detail,
    remedy:
      'The application, or the user of the credentials, may not read the stream of activity events: look at what the plan of the application allows. `adsync auth status` tells whose credentials these are.',
  });
}
