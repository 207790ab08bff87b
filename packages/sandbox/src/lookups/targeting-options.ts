import type { Fields } from '../value.ts';

type Pair = readonly [value: string, name: string];

function options(type: string, pairs: readonly Pair[], beside: Fields = {}): readonly Fields[] {
  return pairs.map(([value, name]) => ({ name, targeting_type: type, targeting_value: value, ...beside }));
}

/** Operating systems and desktops (F-targeting-02). */
export const platforms = options('PLATFORM', [
  ['0', 'iOS'],
  ['1', 'Android'],
  ['2', 'BlackBerry phones and tablets'],
  ['3', 'Mobile web on other devices'],
  ['4', 'Desktop and laptop computers'],
]);

/** The value of PLATFORM that an operating system's name stands for. */
export const platformOfSystem: Readonly<Record<string, string>> = { iOS: '0', Android: '1' };

const iosVersions: readonly Pair[] = [
  ['1a', '16.0'],
  ['1b', '17.0'],
  ['1c', '18.0'],
];
const androidVersions: readonly Pair[] = [
  ['17', '12'],
  ['18', '13'],
  ['19', '14'],
];

export const platformVersions: readonly Fields[] = [
  ...iosVersions.map(([value, number]) => version(value, 'iOS', number)),
  ...androidVersions.map(([value, number]) => version(value, 'Android', number)),
];

function version(value: string, system: string, number: string): Fields {
  return {
    name: `${system} ${number}`,
    number,
    os_type: system,
    targeting_type: 'PLATFORM_VERSION',
    targeting_value: value,
  };
}

export const devices: readonly Fields[] = [
  ...options(
    'DEVICE',
    [
      ['1q', 'iPhone 13'],
      ['1r', 'iPhone 14'],
      ['1s', 'iPhone 15'],
      ['1t', 'iPad Air'],
    ],
    { manufacturer: 'Apple', os_type: 'iOS' },
  ),
  ...options(
    'DEVICE',
    [
      ['2a', 'Galaxy S22'],
      ['2b', 'Galaxy S23'],
    ],
    { manufacturer: 'Samsung', os_type: 'Android' },
  ),
  ...options('DEVICE', [['3a', 'Pixel 8']], { manufacturer: 'Google', os_type: 'Android' }),
];

export const languages = options('LANGUAGE', [
  ['ar', 'Arabic'],
  ['da', 'Danish'],
  ['nl', 'Dutch'],
  ['en', 'English'],
  ['fi', 'Finnish'],
  ['fr', 'French'],
  ['de', 'German'],
  ['hi', 'Hindi'],
  ['id', 'Indonesian'],
  ['it', 'Italian'],
  ['ja', 'Japanese'],
  ['ko', 'Korean'],
  ['no', 'Norwegian'],
  ['pl', 'Polish'],
  ['pt', 'Portuguese'],
  ['ru', 'Russian'],
  ['es', 'Spanish'],
  ['sv', 'Swedish'],
  ['th', 'Thai'],
  ['tr', 'Turkish'],
]);

export const interests = options('INTEREST', [
  ['1001', 'Books and literature/Biographies and memoirs'],
  ['1002', 'Books and literature/Cookbooks, food, and wine'],
  ['2001', 'Business/Advertising'],
  ['2002', 'Business/Entrepreneurship'],
  ['3001', 'Movies and television/Comedy'],
  ['3002', 'Movies and television/Drama'],
  ['4001', 'Sports/Basketball'],
  ['4002', 'Sports/Soccer'],
  ['5001', 'Technology and computing/Mobile'],
  ['5002', 'Technology and computing/Open source'],
  ['6001', 'Travel/Adventure travel'],
]);

export const networkOperators: readonly Fields[] = [
  ...options(
    'NETWORK_OPERATOR',
    [
      ['1b', 'AT&T'],
      ['2l', 'T-Mobile'],
      ['2t', 'Verizon'],
    ],
    { country_code: 'US' },
  ),
  ...options(
    'NETWORK_OPERATOR',
    [
      ['3g', 'EE'],
      ['3h', 'O2'],
      ['3i', 'Vodafone'],
    ],
    { country_code: 'GB' },
  ),
  ...options('NETWORK_OPERATOR', [['4d', 'Telekom']], { country_code: 'DE' }),
];

export const appStoreCategories: readonly Fields[] = [
  ...options(
    'APP_STORE_CATEGORY',
    [
      ['qouq', 'Games: Music'],
      ['qov2', 'Music'],
      ['qov3', 'Productivity'],
    ],
    { os_type: 'IOS' },
  ),
  ...options(
    'APP_STORE_CATEGORY',
    [
      ['qnup', 'Games: Puzzle'],
      ['qnuq', 'Music & Audio'],
    ],
    { os_type: 'ANDROID' },
  ),
];
