/** What programs import from `adsync` (docs/library.md). */
export type { ApplyEvent } from '../appliers/apply-event.ts';
export type { ApplyResult, Cause, Unapplied } from '../appliers/apply-result.ts';
export type { Clock } from '../appliers/clock.ts';
export type {
  AdsList,
  AdsPage,
  Choice,
  DataList,
  DataRecords,
  Events,
  List,
  Long,
  LongGiven,
} from '../client/client-types.ts';
export type * as Api from '../client/endpoint-types.ts';
export type { PlainCall } from '../client/plain-call.ts';
export { DocumentError } from '../config/document-error.ts';
export { AdsyncError } from '../diagnostics/adsync-error.ts';
export type { WaitEvent } from '../platform/client.ts';
export { PlatformError } from '../platform/platform-error.ts';
export type { PlatformFault } from '../platform/platform-fault.ts';
export type { DesiredDocument, DesiredResource } from '../schemas/desired.ts';
export type { DriftedResource, DriftReport } from '../schemas/drift.ts';
export type { Change, Plan, Step, Violation } from '../schemas/plan.ts';
export { type Client, type ClientOptions, createClient } from './create-client.ts';
export { Interrupted } from './interrupted.ts';
export {
  type AppliedPlan,
  type ApplyOptions,
  applyPlan,
  createPlan,
  type DocumentOptions,
  type DriftOptions,
  loadDocument,
  type PlanOptions,
  type RunOptions,
  readDrift,
} from './library.ts';
