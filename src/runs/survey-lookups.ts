import { checkLookups, type LookupReport } from '../lookups/check-lookups.ts';
import { LookupCache } from '../lookups/lookup-cache.ts';
import { violation } from '../planner/guards/guard.ts';
import { isWithin } from '../schemas/address.ts';
import type { DesiredDocument } from '../schemas/desired.ts';
import type { LiveAccount } from '../schemas/live-record.ts';
import type { Plan } from '../schemas/plan.ts';
import type { Session } from './session.ts';
import { hostClass } from './settings.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Holds the document against the platform's lists, and tells how old those are that were used, and which could not be
 * read. `undefined` where they can be kept nowhere, since each may be read a few times an hour only.
 */
export async function surveyLookups(
  { run, client }: Session,
  document: DesiredDocument,
  live: readonly LiveAccount[],
): Promise<LookupReport | undefined> {
  const { cacheFolder, frontend } = run;
  if (cacheFolder === undefined) return undefined;
  const now = run.clock.now();
  const cache = new LookupCache(cacheFolder, hostClass(run.addresses.ads));
  const report = await checkLookups({ document, live, client, cache, now });
  for (const { name, at } of report.used) {
    const days = Math.floor((now - at) / dayMs);
    const age = `${days} ${days === 1 ? 'day' : 'days'}`;
    if (days > 0) frontend.note(`Checked against the platform's ${words(name)} as of ${age} ago.`);
  }
  for (const name of report.unread)
    frontend.note(`Not checked against the platform's ${words(name)}: they could not be read.`);
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
