import { type Fields, isFields, isList, longIn, textIn, type Value } from '../../value.ts';
import type { World } from '../../world/world.ts';
import { entitiesOf } from '../creatives/entities.ts';
import { idNumber } from '../creatives/post-fields.ts';
import { userNamed } from '../users.ts';

/** How many code points a text has: what version 1.1 counts places in. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** The hashtags, mentions and addresses of a text as version 1.1 shows them, with their places in code points. */
export function statusEntities(text: string, world: World): Fields {
  const found = entitiesOf(text);
  const all = (name: string): readonly Fields[] => {
    const items = found[name] ?? null;
    return isList(items) ? items.filter(isFields) : [];
  };
  return {
    hashtags: all('hashtags').map((tag) => ({ text: textIn(tag, 'tag'), indices: indicesOf(tag, text) })),
    symbols: [],
    user_mentions: all('mentions').flatMap((mention) => mentioned(mention, text, world)),
    urls: all('urls').map((url) => ({
      url: textIn(url, 'url'),
      expanded_url: textIn(url, 'expanded_url'),
      display_url: textIn(url, 'display_url'),
      indices: indicesOf(url, text),
    })),
  };
}

// A handle that nobody has is no mention.
function mentioned(mention: Fields, text: string, world: World): readonly Fields[] {
  const user = userNamed(world, textIn(mention, 'username') ?? '');
  if (user === undefined) return [];
  const handle = textIn(user, 'screen_name') ?? '';
  return [
    {
      screen_name: handle,
      name: textIn(user, 'name') ?? handle,
      id: idNumber(user.id),
      id_str: user.id,
      indices: indicesOf(mention, text),
    },
  ];
}

function indicesOf(entity: Fields, text: string): readonly Value[] {
  return ['start', 'end'].map((name) => codePoints(text.slice(0, Number(longIn(entity, name)))));
}
