/**
 * Why campaigns and line items have no status DRAFT: the documentation has a filter that shows drafts, and neither creates
 * one nor says what it counts, holds or becomes (F-campaign-09). What may spend is not guessed.
 */
export const withoutDraft: Readonly<Record<string, string>> = {
  DRAFT:
    'the documentation creates ACTIVE and PAUSED only, and does not say what a draft counts against, what may stand beneath it, or what becomes of it; PAUSED spends nothing either',
};
