import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { Lease } from '../state/store.ts';

/** How often a lease is renewed, in milliseconds: several times within the 60 s that it lasts. */
const renewEveryMs = 15_000;

/**
 * Renews a lease until the returned function is called, without keeping the process alive. `lost` is told when another
 * run has taken over; a renewal that fails for another reason is tried again, and every record of the journal checks
 * the lease anyway.
 */
export function startHeartbeat(lease: Lease, lost: (error: AdsyncError) => void): () => void {
  const timer = setInterval(() => {
    lease.renew().catch((error: unknown) => {
      if (!(error instanceof AdsyncError) || error.code !== 'ADSYNC_LEASE_LOST') return;
      clearInterval(timer);
      lost(error);
    });
  }, renewEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
