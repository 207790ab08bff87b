import { AdsyncError } from '../diagnostics/adsync-error.ts';
import type { TextAnswer, TextClient, TextRequest } from '../platform/client.ts';

/** Who asks, and about which account. */
export interface AccountReader {
  readonly client: TextClient;
  readonly accountId: string;
}

/** A read that nothing waits for. */
export type Question = Pick<TextRequest, 'host' | 'path' | 'query' | 'accountId'>;

/**
 * Asks once, for what is a convenience: without a wait for budget, and without another try. `undefined` where nothing was
 * answered.
 */
export async function askOnce(client: TextClient, question: Question): Promise<TextAnswer | undefined> {
  try {
    return await client.callForText({
      ...question,
      method: 'GET',
      signing: 'user',
      answers: 'json',
      waits: false,
    });
  } catch (error) {
    if (error instanceof AdsyncError) return undefined;
    throw error;
  }
}
