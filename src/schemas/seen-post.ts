/** A published post, as the data API shows it (F-data-03). */
export interface SeenPost {
  readonly id: string;
  readonly text: string;
  readonly authorId: string | null;
  /** ISO 8601. */
  readonly createdAt: string | null;
  /** Public counts by the platform's names, such as `like_count`. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** The markup that shows one post. */
export interface PostPreview {
  readonly id: string;
  /** As it was asked for: an address or the id. */
  readonly named: string;
  readonly type: string;
  readonly markup: string;
}
