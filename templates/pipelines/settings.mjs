import { Stop } from './stop.mjs';

/**
 * What a job is asked to do, the same for every host.
 * @typedef {object} Settings
 * @property {string} name tells several uses in one repository apart
 * @property {readonly string[]} paths files and folders of the document; empty for the default
 * @property {readonly string[]} args options of `plan` or `drift`
 * @property {readonly string[]} globalArgs options of every call
 * @property {string} effect the effect digest that a person approved by hand; empty where a request says it
 * @property {'issue' | 'fail'} onDrift
 */

/**
 * Reads the settings from texts; throws a Stop for what cannot be meant.
 * @param {{ name: string, paths: string, args: string, globalArgs: string, effect: string, onDrift: string }} texts
 * @returns {Settings}
 */
export function readSettings({ name, paths, args, globalArgs, effect, onDrift }) {
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name))
    throw wrong('name', 'lower-case letters, digits, ".", "_" and "-"');
  if (effect !== '' && !/^sha256:[0-9a-f]{64}$/.test(effect))
    throw wrong('effect', 'sha256: and 64 hex digits');
  if (onDrift !== 'issue' && onDrift !== 'fail') throw wrong('on-drift', 'issue or fail');
  const settings = {
    name,
    paths: lines(paths),
    args: lines(args),
    globalArgs: lines(globalArgs),
    effect,
    onDrift,
  };
  if ([...settings.args, ...settings.globalArgs].some((arg) => /^--state(=|$)/.test(arg))) {
    throw new Stop(1, '--state does not belong into the arguments', 'Set the secret ADSYNC_STATE instead.');
  }
  return { ...settings, onDrift };
}

/**
 * Throws a Stop unless the state is one that outlives the runner: its disk is gone after the run, and the next run
 * would take everything that is live for somebody else's.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function requireSharedState(env) {
  const state = env['ADSYNC_STATE'] ?? '';
  if (/^postgres(ql)?:\/\//i.test(state)) return;
  const problem =
    state === ''
      ? 'ADSYNC_STATE is not set'
      : "ADSYNC_STATE names a file on this runner's disk, which is gone after the run";
  throw new Stop(
    1,
    `${problem}; a pipeline needs a state that all its runs share`,
    'Set the secret ADSYNC_STATE to postgres://USER@HOST/DATABASE, and the password to the secret PGPASSWORD.',
  );
}

/** @param {string} text @returns {readonly string[]} one for each line that is not blank */
function lines(text) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** @param {string} input @param {string} allowed */
function wrong(input, allowed) {
  return new Stop(1, `the input ${input} has a value that it cannot have`, `Write ${allowed}.`);
}
