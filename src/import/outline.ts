import type { Plain } from '../config/plain.ts';
import { naturalKeyOf } from '../planner/match/live-index.ts';
import { canDelete } from '../planner/match/write-mode.ts';
import { addressUnder, memberText } from '../schemas/address.ts';
import type { FieldType } from '../schemas/define-field.ts';
import type { Kind } from '../schemas/define-kind.ts';
import { childKinds } from '../schemas/registry.ts';
import { documentFields, type Outlining } from './document-fields.ts';
import type { Faults } from './faults.ts';
import { createKnownKeys } from './known-keys.ts';
import { mapTexts } from './map-texts.ts';
import { limitsOf, lossOf, notListed, notReadable } from './notes.ts';
import type { Branch } from './tree.ts';

/** What the document says of one record, or of several at once. */
export interface Outline {
  /** The record; the first of several. */
  readonly branch: Branch;
  /** As it is written, with templates where it stands for several; empty for the member of a set. */
  readonly key: string;
  /** The combinations that it stands for, where it stands for several. */
  readonly matrix?: Matrix;
  readonly address: string;
  /** It becomes adsync's own; what is named by its id only exists, and is referred to. */
  readonly owned: boolean;
  /** As they are written, templates included, in the order of the document, the id first where it is given. */
  readonly fields: readonly (readonly [name: string, Plain])[];
  /** Sentences for comments: what is live and cannot be written. */
  readonly notes: readonly string[];
  readonly sections: readonly Section[];
}

/** A text of a matrix, and the type of the field that takes it. */
export interface MatrixText {
  readonly text: string;
  readonly type: FieldType | undefined;
}

/** A value of an axis: what tells it from the others, and what goes with it, by name. */
export interface MatrixValue {
  readonly key: string;
  readonly members: ReadonlyMap<string, MatrixText>;
}

/** The combinations that an entry stands for. */
export interface Matrix {
  readonly axes: ReadonlyMap<string, readonly MatrixValue[]>;
  /** Keys by axis. */
  readonly exclude: readonly ReadonlyMap<string, string>[];
  /** A value for each axis, its key with what is otherwise for this combination, and what is for it alone. */
  readonly include: readonly MatrixInclusion[];
}

export interface MatrixInclusion {
  readonly values: ReadonlyMap<string, MatrixValue>;
  readonly members: ReadonlyMap<string, MatrixText>;
}

/** What stands under one word in an entry. */
export interface Section {
  readonly kind: Kind;
  readonly members: readonly Outline[];
  readonly notes: readonly string[];
}

/** Says for the account and everything below what to write, and what not, as far as faults are known. */
export function outlineOf(account: Branch, faults: Faults): Outline {
  const ids = createKnownKeys(account, (branch) => isLeftOut(faults, branch));
  const outlining = { ids, faults };
  return {
    branch: account,
    key: account.key,
    address: account.key,
    owned: false,
    fields: [
      ['id', account.record.id],
      ...written(documentFields(outlining, account).fields),
      ...limitsOf(account),
    ],
    notes: notListed(account.kind),
    sections: sectionsOf(outlining, account, account.key),
  };
}

function isLeftOut(faults: Faults, { record }: Branch): boolean {
  return (faults.get(record) ?? []).filter(({ field }) => field === undefined).length > 1;
}

function sectionsOf(outlining: Outlining, parent: Branch, address: string): readonly Section[] {
  return childKinds(parent.kind.name).flatMap((kind) => {
    const own = parent.below.filter((branch) => branch.kind.name === kind.name);
    const section =
      kind.form === 'set'
        ? setOf(outlining, { kind, parent, address }, own)
        : entriesOf(outlining, { kind, parent, address }, own);
    return section === undefined ? [] : [section];
  });
}

interface Place {
  readonly kind: Kind;
  readonly parent: Branch;
  /** The address of the parent. */
  readonly address: string;
}

function entriesOf(
  outlining: Outlining,
  { kind, address }: Place,
  own: readonly Branch[],
): Section | undefined {
  const twins = twinsAmong(kind, own);
  const kept = own.filter((branch) => !isLeftOut(outlining.faults, branch));
  const lost = own.filter((branch) => isLeftOut(outlining.faults, branch));
  if (own.length === 0) return undefined;
  return {
    kind,
    members: kept.map((branch) => entryOutline(outlining, branch, address, twins.get(branch))),
    notes: [...notReadable(kind), ...lost.map((branch) => lossOf(outlining, branch))],
  };
}

/** Records that nothing but their id tells from one before them under the same parent, with that one. */
function twinsAmong(kind: Kind, own: readonly Branch[]): ReadonlyMap<Branch, Branch> {
  const first = new Map<string, Branch>();
  const twins = new Map<Branch, Branch>();
  for (const branch of own) {
    const name = naturalKeyOf(kind, branch.record.fields);
    const known = name === undefined ? undefined : first.get(name);
    if (known !== undefined) twins.set(branch, known);
    else if (name !== undefined) first.set(name, branch);
  }
  return twins;
}

function entryOutline(
  outlining: Outlining,
  branch: Branch,
  above: string,
  twin: Branch | undefined,
): Outline {
  const { kind, record, key } = branch;
  const address = addressUnder(above, kind, key);
  const said = documentFields(outlining, branch);
  const faults = outlining.faults.get(record) ?? [];
  const reasons = [
    ...(twin === undefined ? [] : [`it has the same ${nameOfField(kind)} as ${twin.key}`]),
    ...faults.map(({ reason }) => reason),
    ...(said.lacking.length === 0 || !isMade(branch)
      ? []
      : [`a new one would need ${said.lacking.join(' and ')}`]),
  ];
  const owned = reasons.length === 0 && isMade(branch);
  const bare = isMadeElsewhere(kind) || faults.some(({ field }) => field === undefined);
  const silent = twin === undefined ? undefined : nameOfField(kind);
  const fields = written(said.fields.filter(([name]) => name !== silent));
  return {
    branch,
    key,
    address,
    owned,
    fields: owned ? fields : [['id', record.id], ...(bare ? [] : fields)],
    notes: [
      ...(reasons.length === 0
        ? []
        : [`Named by its id, and not adopted: ${[...new Set(reasons)].join('; ')}.`]),
      ...(bare ? [] : said.notes),
    ],
    sections: sectionsOf(outlining, branch, address),
  };
}

/** The field that tells one from its siblings, by the document's name. */
function nameOfField(kind: Kind): string {
  const names = Object.entries(kind.fields).flatMap(([name, { wire }]) =>
    wire !== kind.parentField && kind.naturalKey.includes(wire) ? [name] : [],
  );
  return names.find((name) => name === 'name') ?? names[0] ?? '';
}

/** True for what can be made and taken away: anything else only exists. */
function isMade({ kind, record }: Branch): boolean {
  return kind.creatable && !isMadeElsewhere(kind) && canDelete(kind, record.fields);
}

/** True where only the sandbox of the platform makes any: elsewhere they are given. */
function isMadeElsewhere({ operations }: Kind): boolean {
  return operations.create?.host === 'ads_sandbox';
}

/** A set as a whole, or not at all: one that lacks a member would have it deleted. */
function setOf(outlining: Outlining, place: Place, all: readonly Branch[]): Section | undefined {
  const { kind, parent, address } = place;
  const own = all.filter(
    ({ record }) => kind.siblings?.madeByPlatform?.(record.fields, parent.record.fields) !== true,
  );
  if (own.length === 0) return isEmptySaid(place) ? { kind, members: [], notes: [] } : undefined;
  const members = own.map((branch) => memberOutline(outlining, branch, address));
  const addresses = new Set(members.map((member) => member?.address));
  const reasons = own.flatMap(({ record }) =>
    (outlining.faults.get(record) ?? []).map(({ reason }) => reason),
  );
  if (members.includes(undefined)) reasons.push('one of them cannot be written');
  else if (addresses.size < members.length) reasons.push('two of them are the same');
  if (reasons.length > 0) {
    return {
      kind,
      members: [],
      notes: [`${kind.section} is not managed here: ${[...new Set(reasons)].join('; ')}.`],
    };
  }
  return { kind, members: members.filter((member) => member !== undefined), notes: [] };
}

/** An active one that reaches everybody has to say so. */
function isEmptySaid({ kind, parent }: Place): boolean {
  const activation = parent.kind.spending?.activation;
  return (
    kind.siblings?.neededWhileActive === true &&
    activation !== undefined &&
    parent.record.fields[activation.field] === activation.active
  );
}

function memberOutline(outlining: Outlining, branch: Branch, above: string): Outline | undefined {
  const { kind } = branch;
  const { fields, lacking } = documentFields(outlining, branch);
  const values = fields.map(([name, plain]) => {
    const field = kind.fields[name];
    return [field?.wire ?? '', field?.type.document.parse(plain) ?? null] as const;
  });
  const text = memberText(kind, Object.fromEntries(values));
  if (lacking.length > 0 || text === undefined) return undefined;
  return {
    branch,
    key: '',
    address: addressUnder(above, kind, text),
    owned: true,
    fields: written(fields),
    notes: [],
    sections: [],
  };
}

/** Live texts that would begin a template stand for themselves. */
function written(fields: Outline['fields']): Outline['fields'] {
  return fields.map(([name, plain]) => [name, mapTexts(plain, (text) => text.replaceAll('${', () => '$${'))]);
}
