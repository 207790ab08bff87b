import type { Fields } from '../value.ts';

type Row = readonly [value: string, name: string, country: string, type: string];

const rows: readonly Row[] = [
  ['96683cc9126741d1', 'United States', 'US', 'COUNTRIES'],
  ['6416b8512febefc9', 'United Kingdom', 'GB', 'COUNTRIES'],
  ['fdcd221ac44fa326', 'Germany', 'DE', 'COUNTRIES'],
  ['f3bfc7dcc928977f', 'France', 'FR', 'COUNTRIES'],
  ['06ef846bfc783874', 'Japan', 'JP', 'COUNTRIES'],
  ['3376992a082d67c7', 'Canada', 'CA', 'COUNTRIES'],
  ['3f14ce28dc7c4566', 'Australia', 'AU', 'COUNTRIES'],
  ['ecdce75d48b13b64', 'Spain', 'ES', 'COUNTRIES'],
  ['c799e2d3a79f810e', 'Italy', 'IT', 'COUNTRIES'],
  ['1b107df3ccc0aaa1', 'Brazil', 'BR', 'COUNTRIES'],
  ['25530ba03b7d90c6', 'Mexico', 'MX', 'COUNTRIES'],
  ['b850c1bfd38f30e0', 'India', 'IN', 'COUNTRIES'],
  ['fbd6d2f5a4e4a15e', 'California, USA', 'US', 'REGIONS'],
  ['94965b2c45386f87', 'New York, USA', 'US', 'REGIONS'],
  ['18810aa5b43e76c7', 'Texas, USA', 'US', 'REGIONS'],
  ['5122804691e5fecc', 'San Francisco-Oakland-San Jose CA, US', 'US', 'METROS'],
  ['4d5ec92d1f3d5b06', 'Los Angeles CA, US', 'US', 'METROS'],
  ['3b77caf94bfc81fe', 'Los Angeles, CA, USA', 'US', 'CITIES'],
  ['5a110d312052166f', 'San Francisco, CA, USA', 'US', 'CITIES'],
  ['27485069891a7938', 'New York, NY, USA', 'US', 'CITIES'],
  ['5d838f7a011f4a2d', 'London, England', 'GB', 'CITIES'],
  ['3078869807f9dd36', 'Berlin, Germany', 'DE', 'CITIES'],
  ['09f6a7707f18e0b1', 'Paris, France', 'FR', 'CITIES'],
  ['0a7f2d6c1b3e4d58', '94103, San Francisco CA, USA', 'US', 'POSTAL_CODES'],
];

/** Places to target, a small choice of them (F-lookup-08). */
export const places: readonly Fields[] = rows.map(([value, name, country, type]) => ({
  name,
  country_code: country,
  location_type: type,
  targeting_value: value,
  targeting_type: 'LOCATION',
}));

const byValue = new Map(places.map((place) => [place['targeting_value'], place]));

/** The place with this id, if it is one of the few. */
export function placeOf(value: string): Fields | undefined {
  return byValue.get(value);
}
