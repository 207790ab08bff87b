import { AdsyncError } from '../diagnostics/adsync-error.ts';
import { printable } from '../diagnostics/display-text.ts';

/** The profile that is used where none is named. */
export const defaultProfile = 'default';

/** Names that Windows gives to devices, whatever the ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;

/** The name of a profile, which becomes that of a file. Throws ADSYNC_USAGE for a text that is none. */
export function requireProfileName(text: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,62}$/.test(text) && !device.test(text) && !text.endsWith('.')) return text;
  throw new AdsyncError(
    'ADSYNC_USAGE',
    `${printable(JSON.stringify(text.slice(0, 80)))} is no name of a profile`,
    {
      remedy: 'A name is small letters, digits, dots, underscores and dashes, such as staging.',
    },
  );
}
