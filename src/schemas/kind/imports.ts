/**
 * What an import of an account takes. Without it every live record of the kind is written into the document. Read by
 * `import`, and by `config/uniqueness.ts` for records of two kinds.
 */
export interface ImportCapability {
  /** An account holds many that serve nothing: one is taken only where something that is taken refers to it. */
  readonly onlyWhereReferred?: true;
  /** Another kind whose ids name the same records, so that one record is declared under one of both. */
  readonly sameRecordsAs?: string;
}
