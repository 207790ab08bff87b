import { byId } from './elements.ts';

// Only a part of the rows is in the page at a time, so that ten thousand are searched as fast as ten.
const step = 100;

/** Where rows are put. */
export interface Holder {
  replaceChildren(...rows: readonly Element[]): void;
  append(...rows: readonly Element[]): void;
  prepend(...rows: readonly Element[]): void;
}

/** A part of the list, by places among what fits the search. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The part of the list that is in the page. */
export interface View {
  /** What fits the search, by number. */
  matches(): readonly number[];
  /** Shows the beginning of what fits the search now. */
  begin(matches: readonly number[]): void;
  span(): Span;
  show(span: Span): void;
  /** Shows a place, with some before it, unless the place is shown already. */
  showPlace(place: number): void;
}

/**
 * Shows rows by number, and more of them at either end when they are asked for; where nothing stands below the list,
 * scrolling asks for more too.
 */
export function createView(holder: Holder, draw: (index: number) => readonly Element[]): View {
  const [none, earlier, later] = [byId('none'), byId('earlier'), byId('later')];
  let matches: readonly number[] = [];
  let shown: Span = { from: 0, to: 0 };
  const part = ({ from, to }: Span): readonly Element[] => matches.slice(from, to).flatMap(draw);
  const frame = (span: Span): void => {
    shown = span;
    earlier.hidden = span.from === 0;
    later.hidden = span.to >= matches.length;
    none.hidden = matches.length > 0;
  };
  const show = ({ from, to }: Span): void => {
    const span = { from, to: Math.min(matches.length, to) };
    holder.replaceChildren(...part(span));
    frame(span);
  };
  const showLater = (): void => {
    const to = Math.min(matches.length, shown.to + step);
    holder.append(...part({ from: shown.to, to }));
    frame({ ...shown, to });
  };
  const showEarlier = (): void => {
    const from = Math.max(0, shown.from - step);
    const height = document.documentElement.scrollHeight;
    holder.prepend(...part({ from, to: shown.from }));
    frame({ ...shown, from });
    window.scrollBy(0, document.documentElement.scrollHeight - height);
  };
  earlier.addEventListener('click', showEarlier);
  later.addEventListener('click', showLater);
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting) && later.hidden === false) showLater();
    },
    { rootMargin: '600px' },
  );
  // A list that grew by itself would keep what stands below it out of reach.
  if (byId('list').nextElementSibling === null) observer.observe(later);
  return {
    matches: () => matches,
    begin: (found) => {
      matches = found;
      show({ from: 0, to: step });
    },
    span: () => shown,
    show,
    showPlace: (place) => {
      if (place < shown.from || place >= shown.to) show({ from: Math.max(0, place - 5), to: place + step });
    },
  };
}
