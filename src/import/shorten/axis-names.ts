const words: readonly (readonly [name: string, values: ReadonlySet<string>])[] = [
  ['season', new Set(['spring', 'summer', 'autumn', 'fall', 'winter'])],
  ['quarter', new Set(['q1', 'q2', 'q3', 'q4'])],
  ['gender', new Set(['men', 'women', 'male', 'female', 'all'])],
  ['device', new Set(['ios', 'android', 'desktop', 'mobile', 'web', 'tablet'])],
  [
    'goal',
    new Set(
      'awareness reach views clicks traffic engagement engagements followers installs conversions sales leads'.split(
        ' ',
      ),
    ),
  ],
  ['month', new Set(monthNames())],
];
const forms: readonly (readonly [name: string, form: RegExp])[] = [
  ['year', /^20\d\d$/],
  ['age', /^\d\d(-\d\d|\+)$/],
  ['number', /^\d+$/],
];

/**
 * A name for what tells the parts of names apart: what all of them are, such as markets or seasons, else `part`. None of
 * `taken` is given again.
 */
export function axisName(values: readonly string[], taken: ReadonlySet<string>): string {
  const all = values.map((value) => value.toLowerCase());
  const word = words.find(([, known]) => all.every((value) => known.has(value)));
  const form = forms.find(([, pattern]) => all.every((value) => pattern.test(value)));
  return freeName(word?.[0] ?? form?.[0] ?? (all.every(isMarket) ? 'market' : 'part'), taken);
}

/** The name, or the name with the first number from 2 on that makes it free. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
  return free;
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
let markets: ReadonlySet<string> | undefined;

/** True for the code or the English name of a country or region, in lower case. */
function isMarket(value: string): boolean {
  markets ??= new Set(['uk', 'eu', 'emea', 'apac', 'latam', 'dach', 'usa', ...regions()]);
  return markets.has(value);
}

function regions(): readonly string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
  return letters.flatMap((first) =>
    letters.flatMap((second) => {
      const name = regionNames.of(first + second);
      return name === undefined ? [] : [(first + second).toLowerCase(), name.toLowerCase()];
    }),
  );
}

function monthNames(): readonly string[] {
  return (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat('en', { month, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2026, index, 15)).toLowerCase());
  });
}
