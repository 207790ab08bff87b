import { z } from 'zod';
import { streamFailures } from '../data/stream-hub.ts';

/** How the open streams of events are to fail. */
export const streamsSchema = z.strictObject({ effect: z.enum(streamFailures) });
