import type { z } from 'zod';
import { createDocumentSchema } from './document-schema.ts';

/** The whole document, as `createDocumentSchema` describes it. */
export const documentSchema = createDocumentSchema({ described: true, has: () => true });

/** What the document gives, in normal form. */
export type ParsedDocument = z.infer<typeof documentSchema>;
