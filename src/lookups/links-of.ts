import type { DesiredResource, Source } from '../schemas/desired.ts';
import { isList, type Value } from '../schemas/values.ts';

/** A web address in a document, without what is not sent, and where it stands. */
export interface Link {
  readonly url: string;
  readonly places: readonly {
    readonly address: string;
    /** The wire name of the field that holds it. */
    readonly field: string;
    readonly source: Source;
  }[];
}

/**
 * The web addresses that resources lead to: fields, or members of fields, that are one from beginning to end, each once, in
 * the order of the document. Names, passwords and the part behind `#` are taken out.
 */
export function linksOf(resources: readonly DesiredResource[]): readonly Link[] {
  const places = resources.flatMap(({ address, fields, fieldSources, source }) =>
    Object.entries(fields).flatMap(([field, value]) =>
      urlsIn(value).map((url) => ({
        url,
        place: { address, field, source: fieldSources[field] ?? source },
      })),
    ),
  );
  return [...Map.groupBy(places, ({ url }) => url)].map(([url, found]) => ({
    url,
    places: found.map(({ place }) => place),
  }));
}

function urlsIn(value: Value): readonly string[] {
  if (typeof value === 'string') {
    const url = /^https?:\/\/\S+$/i.test(value) ? URL.parse(value) : null;
    return url === null ? [] : [sentOf(url)];
  }
  if (isList(value)) return value.flatMap(urlsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(urlsIn) : [];
}

/** The address as it is asked for. */
export function sentOf(url: URL): string {
  const sent = new URL(url);
  sent.hash = '';
  sent.username = '';
  sent.password = '';
  return sent.href;
}
