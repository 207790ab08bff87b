import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { kindPages } from '../../../scripts/kind-pages.ts';
import { exampleYaml, flowYaml } from '../../../src/report/example-yaml.ts';
import { explainedNames, explainName } from '../../../src/report/explain-name.ts';
import { explainField, explainKind } from '../../../src/report/explain-text.ts';
import { documentJsonSchema } from '../../../src/schemas/json-schema.ts';
import { allKinds, kindNamed } from '../../../src/schemas/registry.ts';
import { load } from '../config/support/load.ts';

const every = allKinds.map((kind) => [kind.name, kind] as const);

test.each(every)('%s: its example in the reference is a document', async (name, kind) => {
  const source = `version: 1\n${exampleYaml(kind)}  acme-uk: { id: 18ce5uk0000 }\n`;

  const document = await load({ 'campaigns.yaml': source, 'buyers.csv': 'email\n' });

  expect(document.resources.filter((resource) => resource.kind === name).length).toBeGreaterThan(0);
});

test.each([
  ['Spring sale', 'Spring sale'],
  ['55.00', '55.00'],
  ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  ['https://example.com/a?b=c', '"https://example.com/a?b=c"'],
  ['#spring', '"#spring"'],
  ['one: two', '"one: two"'],
  ['ends:', '"ends:"'],
  ['', '""'],
  [[], '[]'],
  [{}, '{}'],
  [null, 'null'],
  ['null', '"null"'],
  [{ a: ['b', { c: 'd, e' }] }, '{ a: [b, { c: "d, e" }] }'],
])('%j is written as %s', (value, text) => {
  expect(flowYaml(value)).toBe(text);
});

test('a kind is explained with its place, its hazards, its fields and an example', () => {
  expect(explainKind(kindNamed('poll_card'))).toMatchInlineSnapshot(`
    "poll_card
      A question with two to four answers that people vote on for a while; posts show it.
      Stands under poll_cards in the entry of an account, by key.
      Can be created and deleted.
      Deleting it cannot be undone.
      Known by name: that is what adopting and recovery look for.
      A new poll card in place of an old one loses the votes; it takes lifecycle: { allow_replace: true }.
      Cannot be read back: media_key.
      A poll cannot be changed: every change makes a new one, and the votes are lost.
      The clock starts when the card is created, not when a post shows it. A closed poll stays as it is.
      Polls with media need the account feature PROMOTED_MEDIA_POLLS.

      name                 The name, up to 255 characters.
      first_choice         The first answer, up to 25 characters.
      second_choice        The second answer, up to 25 characters.
      third_choice         The third answer, up to 25 characters.
      fourth_choice        The fourth answer, up to 25 characters.
      duration_in_minutes  How long people can vote from its creation on, in minutes: 5 to 10080, which are seven days.
      media_key            A video of the library, or an image of 800 pixels or more in width and a shape of 1.91:1.

    Example:
      accounts:
        acme-us:
          id: 18ce54d4x5t
          poll_cards:
            my-card:
              name: Colour
              first_choice: Red
              second_choice: Blue
              duration_in_minutes: 1440

    adsync explain poll_card.name tells more of a field.
    "
  `);
});

test('a field is explained with its form, its members and examples', () => {
  const { fields } = kindNamed('card');
  const [name, field] = Object.entries(fields)[1] ?? [];
  if (name === undefined || field === undefined) throw new Error('a card has no second field');

  expect(explainField(kindNamed('card'), name, field)).toMatchInlineSnapshot(`
    "card.components
      One medium, and one thing to tap, in the order they are shown; not with slides.
      Value: list of 2: part of a card
      The platform's name: components
      Example: components: [{ type: MEDIA, media_key: 13_1191948012077092867 }, { type: DETAILS, title: Spring sale, destination: { type: WEBSITE, url: https://example.com } }]
      Example: components: [{ type: BUTTON, label: { type: ENUM, value: INSTALL }, destination: { type: APP, country_code: US, app_store_id_a: com.example.acme } }, { type: SWIPEABLE_MEDIA, media_keys: [3_1191948012077092869, 7_1191948012077092868] }]
      With type: MEDIA:
        media_key: media key, { media: KEY }, { id: … } (required). The media that is shown.
      With type: SWIPEABLE_MEDIA:
        media_keys: list of 2 to 6: media key, { media: KEY }, { id: … } (required). The media to swipe through, in order.
      With type: DETAILS:
        title: text (required). The headline, up to 255 characters.
        destination: website (required). The website it leads to.
          With type: WEBSITE:
            url: web address (required). The address it leads to.
      With type: BUTTON:
        label: label of a button (required). The label of the button.
          With type: ENUM:
            value: one of BOOK, CONNECT, INSTALL, OPEN, ORDER, PLAY, SHOP (required). What the button says.
        destination: app (required). The app it leads to.
          With type: APP:
            country_code: country code (required). The country of the app stores, as two letters of ISO 3166-1.
            app_store_id_a: text. The package name of the app on the first platform.
            app_store_id_b: number in the app store. The number of the app in the store of the second platform.
            deep_link_a: text. A link into the app; only with app_store_id_a.
            deep_link_b: text. A link into the app; only with app_store_id_b.
            googleplay_app_id: text. Another name of app_store_id_a.
            ios_app_store_identifier: number in the app store. Another name of app_store_id_b.
            googleplay_deep_link: text. A link into the app; only with googleplay_app_id.
            ios_deep_link: text. A link into the app; only with ios_app_store_identifier.
    "
  `);
});

test('what holds itself is explained once', () => {
  const audience = kindNamed('custom_audience');
  const { segments } = audience.fields;

  const text = segments === undefined ? '' : explainField(audience, 'segments', segments);

  expect(text.match(/child_segments: list/g)).toHaveLength(1);
});

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

test('the pages of the kinds are those that their facts give', () => {
  const pages = kindPages();

  expect(Object.fromEntries(Object.keys(pages).map((file) => [file, read(file)]))).toEqual(pages);
  const there = readdirSync(path.join(root, 'docs/kinds')).map((file) => `docs/kinds/${file}`);
  expect(there.filter((file) => !(file in pages))).toEqual([]);
});

test('the JSON Schema is the one that the kinds give', () => {
  expect(JSON.parse(read('schemas/document.schema.json'))).toEqual(
    JSON.parse(JSON.stringify(documentJsonSchema())),
  );
});

test('every name that is offered is explained', () => {
  const names = explainedNames();

  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(['campaign', 'campaigns', 'policy', 'policy.max_bid', 'matrix']),
  );
  expect(names.filter((name) => !('text' in explainName(name)))).toEqual([]);
});

/** All keys that the schema of the document names, wherever they stand. */
function wordsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(wordsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { properties } = { properties: {}, ...node };
  const own = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return [...own, ...Object.values(node).flatMap(wordsIn)];
}

test('every word of the document is explained by its bare name, or all places where it stands are named', () => {
  const words = [...new Set(wordsIn(documentJsonSchema()))];

  expect(words.length).toBeGreaterThan(150);
  expect(words.filter((word) => !('text' in explainName(word)))).toEqual([]);
});

test('a word that stands in several places names them, and each has a reference', () => {
  const { text } = { text: '', ...explainName('destination') };

  expect(text).toBe(
    'destination stands in 2 places:\n  adsync explain card.components.destination\n  adsync explain card.slides.destination\n',
  );
  for (const [, place = ''] of text.matchAll(/explain (\S+)/g))
    expect(explainName(place)).toHaveProperty('text');
  expect(explainName('exclude')).toEqual(explainName('matrix.exclude'));
});
