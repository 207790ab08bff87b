import { Option } from 'commander';

/** The option that has the links of the document tried. */
export function checkLinksOption(): Option {
  return new Option(
    '--check-links',
    'try each web address of the document, from this machine, and tell which do not answer; what counts calls may count this one',
  );
}
