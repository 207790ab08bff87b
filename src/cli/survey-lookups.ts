import { join } from 'node:path';
import { z } from 'zod';
import { checkLookups, type LookupReport } from '../lookups/check-lookups.ts';
import { LookupCache } from '../lookups/lookup-cache.ts';
import { violation } from '../planner/guards/guard.ts';
import { isWithin } from '../schemas/address.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { Plan } from '../schemas/plan.ts';
import { type Context, note } from './context.ts';
import type { Session } from './session.ts';
import { addressesFrom, hostClass } from './settings.ts';

const folders = z.object({
  ADSYNC_CACHE_DIR: z.string().optional(),
  XDG_CACHE_HOME: z.string().optional(),
  HOME: z.string().optional(),
});
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Holds the document against the platform's lists, and tells how old those are that were used, and which could not be
 * read. `undefined` where they can be kept nowhere, since each may be read a few times an hour only; those of a sandbox
 * on this machine are kept only where ADSYNC_CACHE_DIR says so.
 */
export async function surveyLookups(
  { context, client, clock }: Session,
  document: DesiredDocument,
  live: readonly LiveAccount[],
): Promise<LookupReport | undefined> {
  const host = hostClass(addressesFrom(context).ads);
  const folder = cacheFolder(context, host);
  if (folder === undefined) return undefined;
  const now = clock.now();
  const report = await checkLookups({ document, live, client, cache: new LookupCache(folder, host), now });
  for (const { name, at } of report.used) {
    const days = Math.floor((now - at) / dayMs);
    const age = `${days} ${days === 1 ? 'day' : 'days'}`;
    if (days > 0) note(context, `Checked against the platform's ${words(name)} as of ${age} ago.`);
  }
  for (const name of report.unread)
    note(context, `Not checked against the platform's ${words(name)}: they could not be read.`);
  return report;
}

/** The plan with what the platform's lists say against its changes; what stands already is not judged. */
export function withLookups(plan: Plan, report: LookupReport | undefined): Plan {
  const isOverridden = plan.consents.some(
    ({ consent, address }) => consent === 'override' && address === 'lookup',
  );
  const findings = isOverridden ? [] : (report?.findings ?? []);
  const violations = findings
    .filter((finding) => plan.changes.some(({ address }) => isWithin(address, finding.address)))
    .map(({ address, message, remedy, code }) =>
      violation('lookup', address, message, remedy, {
        override: '--override lookup',
        platform_code: code,
      }),
    );
  return violations.length === 0 ? plan : { ...plan, violations: [...plan.violations, ...violations] };
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}

function cacheFolder({ io }: Context, host: string): string | undefined {
  const { ADSYNC_CACHE_DIR: own, XDG_CACHE_HOME: shared, HOME: home } = folders.parse(io.env);
  if (own !== undefined && own !== '') return own;
  if (host === 'loopback') return undefined;
  if (shared !== undefined && shared !== '') return join(shared, 'adsync');
  return home === undefined || home === '' ? undefined : join(home, '.cache', 'adsync');
}
