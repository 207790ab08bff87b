/** What programs import from `adsync-sandbox`. */
export { type ReadySandbox, type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts';
