/** The forms of a plan, from `--format`; apart from what writes them, so that the command line starts quickly. */
export const planFormats = ['text', 'json', 'markdown', 'html'] as const;
export type PlanFormat = (typeof planFormats)[number];

/** The forms of a drift report. */
export const driftFormats = ['text', 'json', 'markdown', 'html', 'junit'] as const;
export type DriftFormat = (typeof driftFormats)[number];

/** The forms of records of the platform. */
export const recordFormats = ['table', 'json', 'yaml', 'csv'] as const;
export type RecordFormat = (typeof recordFormats)[number];
