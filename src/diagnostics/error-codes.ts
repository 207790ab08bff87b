import type { ExitCode } from './exit-code.ts';

interface ErrorFact {
  readonly exit: ExitCode;
  /** One sentence for docs/errors.md: when a user meets it. */
  readonly meaning: string;
}

/** Every error code a user can meet, with its exit code and its meaning; docs/errors.md is generated from it. */
export const errorCodes = {
  ADSYNC_USAGE: {
    exit: 1,
    meaning: 'The command line asks for something that does not exist or lacks something.',
  },
  ADSYNC_DOCUMENT_INVALID: {
    exit: 1,
    meaning: 'The document has problems; each is listed with its place. Nothing was sent.',
  },
  ADSYNC_DOCUMENT_MISSING: {
    exit: 1,
    meaning: 'A file or folder of the document does not exist or cannot be read.',
  },
  ADSYNC_DOCUMENT_OUTSIDE: {
    exit: 1,
    meaning:
      'In a pipeline, a document, a file of variables or a file of members leads out of the repository, by a link or a path. It is not read.',
  },
  ADSYNC_DOCUMENT_CHANGED: {
    exit: 1,
    meaning: 'A file of the document changed while it was being edited. No file was written.',
  },
  ADSYNC_DOCUMENT_UNWRITABLE: { exit: 1, meaning: 'A file of the document cannot be written.' },
  ADSYNC_FORMAT_REFUSED: {
    exit: 1,
    meaning: 'A file of the document cannot be laid out anew without changing what it says.',
  },
  ADSYNC_ACCEPT_INCOMPLETE: {
    exit: 1,
    meaning: 'Not every outside change can be written into the document; each is listed with its reason.',
  },
  ADSYNC_IMPORT_REFUSED: {
    exit: 1,
    meaning:
      'An account cannot be imported: a file stands in the way, or the state owns something of it already.',
  },
  ADSYNC_IMPORT_UNRECORDED: {
    exit: 1,
    meaning: 'An import has written its files, and the state may not know what they declare.',
  },
  ADSYNC_CREDENTIALS_MISSING: {
    exit: 1,
    meaning: 'No profile has credentials, and those in the environment are not complete.',
  },
  ADSYNC_CREDENTIALS_UNREADABLE: {
    exit: 1,
    meaning: 'The keychain or the credential_command of a profile does not give its secrets.',
  },
  ADSYNC_CREDENTIALS_REFUSED: { exit: 1, meaning: 'The platform refused the credentials.' },
  ADSYNC_LOGIN_FAILED: {
    exit: 1,
    meaning:
      'A sign-in ended without a token: it was declined, took too long, or the PIN was wrong. No profile was changed.',
  },
  ADSYNC_PROFILE_UNKNOWN: { exit: 1, meaning: 'There is no profile of that name.' },
  ADSYNC_PROFILE_INVALID: {
    exit: 1,
    meaning: 'The file of a profile is not one, or others may read it.',
  },
  ADSYNC_PROFILE_MISMATCH: {
    exit: 1,
    meaning: 'A profile is of another platform address than the environment says. Nothing was sent.',
  },
  ADSYNC_PROFILE_UNWRITABLE: { exit: 1, meaning: 'The file of a profile cannot be written.' },
  ADSYNC_ADDRESS_INSECURE: { exit: 1, meaning: 'A base address is neither https nor on this machine.' },
  ADSYNC_STOPPED: {
    exit: 4,
    meaning: 'A stop stands over what would be switched on. It was not.',
  },
  ADSYNC_STOP_INCOMPLETE: {
    exit: 5,
    meaning: 'A stop or a resume did not switch everything that it is for; what is left is listed.',
  },
  ADSYNC_DECLINED: {
    exit: 1,
    meaning: 'The plan was not approved: declined at the prompt, or no terminal to ask on and no --yes.',
  },
  ADSYNC_ACCOUNT_UNKNOWN: {
    exit: 1,
    meaning: 'The credentials do not see an account of the document, or one that was asked for.',
  },
  ADSYNC_PLATFORM_REFUSED: { exit: 1, meaning: 'The platform refused a request.' },
  ADSYNC_PLATFORM_UNREACHABLE: {
    exit: 1,
    meaning: 'The platform could not be reached, or its answer could not be read.',
  },
  ADSYNC_CALL_INVALID: {
    exit: 1,
    meaning:
      'A program calls the platform with something that the endpoint does not take; each fault is listed with its parameter. Nothing was sent.',
  },
  ADSYNC_ANSWER_INVALID: {
    exit: 1,
    meaning: 'The platform answered something that does not have the documented form.',
  },
  ADSYNC_WEBHOOK_UNAVAILABLE: {
    exit: 1,
    meaning: 'Nothing can listen at the address that a webhook was to be received at.',
  },
  ADSYNC_REPORT_UNSENT: {
    exit: 1,
    meaning: 'A program or a webhook did not take the report of a watch; the watch goes on.',
  },
  ADSYNC_STATE_UNREADABLE: { exit: 1, meaning: 'The state cannot be opened or read.' },
  ADSYNC_STATE_NEWER: { exit: 1, meaning: 'The state was written by a newer adsync.' },
  ADSYNC_STATE_MISMATCH: {
    exit: 1,
    meaning: 'The state belongs to another account, another platform address, or a sandbox that is gone.',
  },
  ADSYNC_ADDRESS_UNKNOWN: { exit: 1, meaning: 'No resource has this address.' },
  ADSYNC_RECORD_UNKNOWN: { exit: 1, meaning: 'The account has no record with an id that was asked for.' },
  ADSYNC_PLAN_INVALID: {
    exit: 1,
    meaning: 'The saved plan is not a plan, was edited, or is of another format version.',
  },
  ADSYNC_PLAN_STALE: {
    exit: 3,
    meaning: 'Planning again gives another effect than the plan that was saved, or that was asked about.',
  },
  ADSYNC_PLAN_REFUSED: {
    exit: 4,
    meaning: 'A guard, a policy, a missing consent or a limit of the platform stands against the plan.',
  },
  ADSYNC_ACCESS_MISSING: {
    exit: 4,
    meaning: 'The user of the credentials may not write what the plan writes.',
  },
  ADSYNC_NOT_USABLE: {
    exit: 5,
    meaning: 'What an operation uses, such as an audience, was not ready in time; the next apply goes on.',
  },
  ADSYNC_APPLY_INCOMPLETE: {
    exit: 5,
    meaning: 'The apply ended part-way; what was done is recorded, and the next run goes on.',
  },
  ADSYNC_OUTPUT_LOST: {
    exit: 5,
    meaning:
      'What the run told could not be written, such as to a full disk or a closed terminal; what it did is done and recorded.',
  },
  ADSYNC_LOCK_HELD: { exit: 6, meaning: 'Another run holds the lock of an account.' },
  ADSYNC_LEASE_LOST: {
    exit: 6,
    meaning: 'This run was stopped for longer than its lease; another may work on the account now.',
  },
  ADSYNC_OUTCOME_UNKNOWN: {
    exit: 7,
    meaning: 'Whether a request was carried out could not be found out by reading.',
  },
  ADSYNC_INTERNAL: { exit: 1, meaning: 'A fault of adsync itself.' },
} as const satisfies Readonly<Record<`ADSYNC_${string}`, ErrorFact>>;

export type ErrorCode = keyof typeof errorCodes;
