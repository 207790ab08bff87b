import type { DeclaredField, DeclaredFields } from '../define-field.ts';
import type { Finding } from '../define-kind.ts';
import { text } from '../field-types/index.ts';
import { isoCountries } from '../iso-countries.ts';
import type { Values } from '../values.ts';

interface Part {
  readonly most: number;
  readonly what: string;
  readonly example: string;
  readonly sensitive?: true;
}

const parts: Readonly<Record<string, Part>> = {
  name: { most: 255, what: 'The company', example: 'Acme Ltd' },
  first_name: { most: 255, what: 'The first name', example: 'Ada' },
  last_name: { most: 255, what: 'The last name', example: 'Byron' },
  email: { most: 254, what: 'The e-mail address', example: 'billing@example.com', sensitive: true },
  street1: { most: 255, what: 'The street', example: '1 Main Street' },
  street2: { most: 255, what: 'The second line of the street', example: 'Floor 2' },
  city: { most: 255, what: 'The city', example: 'London' },
  region: { most: 255, what: 'The region', example: 'England' },
  postal_code: { most: 50, what: 'The postal code', example: 'N1 9GU' },
  country: { most: 2, what: 'The country, as its ISO 3166-1 code,', example: 'GB' },
};

/** The fields of an address by document name; what is sent as a name comes back as a company (F-account-14). */
export function billingAddress(
  prefix: string,
  { of, isShown }: { readonly of: string; readonly isShown: boolean },
): DeclaredFields {
  return Object.fromEntries(
    Object.entries(parts).map(([part, facts]): [string, DeclaredField] => {
      const wire = `${prefix}_${part}`;
      return [
        wire,
        {
          wire,
          type: text(facts.most),
          change: 'in-place',
          nullable: true,
          description: `${facts.what} of ${of}.`,
          example: { value: facts.example },
          ...(part === 'name' && isShown ? { readAs: `${prefix}_company` } : {}),
          ...(isShown ? {} : { readable: false as const }),
          ...(facts.sensitive === true ? { sensitive: true as const } : {}),
        },
      ];
    }),
  );
}

/** What is wrong with the countries of addresses, given by document name. */
export function billingCountries(names: readonly string[], declared: Values): readonly Finding[] {
  return names.flatMap((field) => {
    const country = declared[field];
    if (typeof country !== 'string' || isoCountries.includes(country)) return [];
    return [
      {
        field,
        message: `${country} is not the code of a country`,
        remedy: 'Write two capital letters as in ISO 3166-1: GB.',
        code: 'INVALID_PARAMETER',
      },
    ];
  });
}
