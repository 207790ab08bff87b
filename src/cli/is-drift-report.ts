import { z } from 'zod';

/** What the JSON form of every drift report has. */
const anyReportSchema = z.looseObject({ format_version: z.string(), in_sync: z.boolean() });
/** How the other forms can be told: Markdown, HTML, JUnit, and the last sentences of the text. */
const marks = [
  /^### adsync drift: /,
  /<title>adsync drift /,
  /<testsuites name="adsync drift" /,
  /^(?:In sync|Drift): (?:nothing is managed|(?:\d+ (?:modified|missing|in sync|unmanaged|unchecked)(?:, )?|unmanaged not counted(?:, )?)+)\.$/m,
] as const;

/** True for a drift report in any form, of any version. */
export function isDriftReport(text: string): boolean {
  if (marks.some((mark) => mark.test(text))) return true;
  try {
    return anyReportSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
