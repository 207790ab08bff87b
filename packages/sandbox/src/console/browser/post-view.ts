import type { CardPreview, MediaPreview, PostPreview } from './answers.ts';
import { make } from './elements.ts';
import { plainText } from './plain-text.ts';

/** A post as its readers would see it; the sandbox keeps no files, so that media are shown as boxes with their names. */
export function postView(post: PostPreview): HTMLElement {
  const { author, screen_name: screenName, text, at, media, card } = post;
  const head = make(
    'header',
    {},
    make('bdi', { class: 'author' }, plainText(author)),
    ' ',
    make('bdi', { class: 'quiet' }, `@${plainText(screenName)}`),
  );
  const foot = [
    ...(at === null ? ['draft'] : [plainText(at)]),
    ...(post.is_promoted_only ? ['only promoted'] : []),
    ...(post.is_deleted ? ['deleted'] : []),
  ];
  return make(
    'article',
    { class: 'post', 'aria-label': 'Preview of the post' },
    head,
    make('p', { class: 'said', dir: 'auto' }, text === '' ? '(no text)' : linesOf(text)),
    ...mediaBoxes(media),
    ...(card === null ? [] : [cardView(card)]),
    make('footer', {}, foot.join(' · ')),
  );
}

/** The text with its lines; everything else that is not shown is told. */
function linesOf(text: string): string {
  return text.split(/\r?\n/).map(plainText).join('\n');
}

function mediaBoxes(media: readonly MediaPreview[]): readonly HTMLElement[] {
  if (media.length === 0) return [];
  const boxes = media.map(({ media_key: key, media_type: type, name }) =>
    make(
      'li',
      {},
      make('strong', {}, type === null ? 'not in the library' : type.toLowerCase()),
      make('bdi', {}, plainText(name ?? key)),
    ),
  );
  return [make('ul', { class: 'media' }, ...boxes)];
}

function cardView({ name, media, titles, destinations, buttons }: CardPreview): HTMLElement {
  const title = titles.length === 0 ? name : titles.join(' · ');
  return make(
    'section',
    { class: 'card', 'aria-label': 'Card' },
    ...mediaBoxes(media),
    make('bdi', { class: 'title' }, plainText(title)),
    ...destinations.map((each) => make('bdi', { class: 'quiet' }, plainText(hostOf(each)))),
    ...(buttons.length === 0
      ? []
      : [
          make(
            'ul',
            { class: 'choices' },
            ...buttons.map((each) => make('li', { dir: 'auto' }, plainText(each))),
          ),
        ]),
  );
}

/** The host of an address, which is what a card shows of it. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host || address : address;
}
