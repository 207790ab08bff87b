import type { Kind } from '../schemas/define-kind.ts';
import { fieldByWire, kindNamed } from '../schemas/registry.ts';
import { withArticle } from '../schemas/with-article.ts';

/** Where a kind stands in the document, and how its section is written: one sentence. */
export function placeOf(kind: Kind): string {
  if (kind.parent === undefined)
    return `Stands under \`${kind.section}\`, at the top of the document, by key.`;
  const parent = kindNamed(kind.parent);
  const written =
    kind.form === 'set'
      ? 'as a list, which is the whole of what may be live there'
      : kind.form === 'only'
        ? 'as a map, of which there is only one'
        : 'by key';
  return `Stands under \`${kind.section}\` in the entry of ${withArticle(parent.title)}, ${written}.`;
}

/** What can be done with it, what tells one from others, and what the platform makes hard: a sentence each. */
export function factsOf(kind: Kind): readonly string[] {
  return [...abilities(kind), identity(kind), ...losses(kind), ...(kind.hazards ?? []), ...unreached(kind)];
}

function unreached({ withoutField = {} }: Kind): readonly string[] {
  return Object.entries(withoutField).map(([wire, reason]) => `\`${wire}\` has no field: ${reason}`);
}

function abilities({ creatable, operations, title, replacement = {} }: Kind): readonly string[] {
  const can = [
    ['created', creatable && operations.create !== undefined],
    ['updated', operations.update !== undefined],
    ['deleted', operations.delete !== undefined],
  ] as const;
  const words = can.filter(([, yes]) => yes).map(([verb]) => verb);
  const verbs = words.join(', ').replace(/, (?=[^,]*$)/, ' and ');
  const made = creatable ? '' : ' It exists already: adsync does not create one.';
  const ours =
    creatable || operations.delete === undefined
      ? ''
      : ", once `lifecycle: { adopt: true }` made it adsync's";
  return [
    words.length === 0 ? `Can only be referred to.${made}` : `Can be ${verbs}${ours}.${made}`,
    ...(operations.delete === undefined && creatable
      ? [`The platform cannot delete ${withArticle(title)}: one that leaves the document stays.`]
      : []),
    ...(replacement.irreversible === true && operations.delete !== undefined
      ? ['Deleting it cannot be undone.']
      : []),
    ...(operations.batch === undefined ? [] : ['Several are sent in one batch.']),
  ];
}

/** What adopting and recovery look for, in the document's names. */
function identity(kind: Kind): string {
  if (kind.naturalKey.length === 0) return 'Known by its id.';
  const names = kind.naturalKey.map((wire) =>
    wire === kind.parentField
      ? kindNamed(kind.parent ?? kind.name).title
      : `\`${fieldByWire(kind, wire)?.document ?? wire}\``,
  );
  return `Known by ${names.join(' and ')}: that is what adopting and recovery look for.`;
}

function losses({ replacement = {}, title, fields }: Kind): readonly string[] {
  const hidden = Object.entries(fields).filter(([, { readable }]) => readable === false);
  return [
    ...(replacement.loses === undefined
      ? []
      : [
          `A new ${title} in place of an old one loses ${replacement.loses}; it takes \`lifecycle: { allow_replace: true }\`.`,
        ]),
    ...(hidden.length === 0
      ? []
      : [`Cannot be read back: ${hidden.map(([name]) => `\`${name}\``).join(', ')}.`]),
  ];
}
