import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  Parser,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { type Aliases, createAliases } from './aliases.ts';
import type { Located, LocatedEntry } from './located.ts';
import { withMergedKeys } from './merge-keys.ts';
import { tooDeepAt, tooDeepFault } from './nesting.ts';
import { type Report, reservedKeyFault } from './problem-list.ts';
import type { Place, SourceFile } from './source-file.ts';
import { reportSyntax } from './yaml-syntax.ts';

const nullText = /^(?:null|Null|NULL|~|)$/;

/** The YAML documents of one file. */
export interface YamlFile {
  readonly roots: readonly Located[];
  /** False where something could not be read: what seems to be missing may stand there. */
  readonly complete: boolean;
  /** No value has an anchor, and none stands for another one. */
  readonly isPlain: boolean;
}

/** How the `yaml` package reads documents here. */
export const yamlOptions = {
  // Every scalar is its text: the kinds know what it means.
  schema: 'failsafe',
  version: '1.2',
  // Looked for here, with the place of the first.
  uniqueKeys: false,
  logLevel: 'silent',
} as const;

interface Reading {
  readonly file: SourceFile;
  readonly report: Report;
  readonly aliases: Aliases;
  complete: boolean;
  isPlain: boolean;
}

/**
 * Reads a file of YAML 1.2 into values with places. Every scalar keeps its source text. Reported: syntax errors, tags,
 * directives other than `%YAML 1.2`, keys that are no texts, duplicate keys, `__proto__` as a key, more than 64 levels,
 * and aliases that stand for more than two million values. Aliases are followed once, so the time is proportional to
 * the file.
 */
export function readYaml(file: SourceFile, report: Report): YamlFile {
  const reading: Reading = { file, report, aliases: createAliases(report), complete: true, isPlain: true };
  const tokens = [...new Parser().parse(file.text)];
  const deep = tooDeepAt(tokens);
  if (deep !== undefined) {
    report({ file, offset: deep }, tooDeepFault);
    return { roots: [], complete: false, isPlain: false };
  }
  const documents = [...new Composer(yamlOptions).compose(tokens)];
  const roots = documents.flatMap((document) => readDocument(reading, document) ?? []);
  return { roots, complete: reading.complete, isPlain: reading.isPlain };
}

function readDocument(reading: Reading, document: Document.Parsed): Located | undefined {
  if (reportSyntax(document, reading.file, reading.report)) {
    reading.complete = false;
    return undefined;
  }
  reading.aliases.forget();
  return document.contents === null || isEmpty(document.contents)
    ? undefined
    : readNode(reading, document.contents, 0);
}

function isEmpty(node: ParsedNode): boolean {
  return isScalar(node) && node.source === '' && node.range[0] === node.range[1];
}

function readNode(reading: Reading, node: ParsedNode, depth: number): Located | undefined {
  const place = { file: reading.file, offset: node.range[0] };
  if (isAlias(node)) {
    reading.isPlain = false;
    const target = reading.aliases.follow(node.source, place, depth);
    reading.complete &&= target !== undefined;
    return target;
  }
  if (node.tag !== undefined) {
    reading.report(place, {
      rule: 'yaml-tag',
      message: 'a tag stands before this value',
      remedy: 'Remove the tag (what begins with "!"): every field knows its own type.',
    });
  }
  if (node.anchor !== undefined) {
    reading.isPlain = false;
    reading.aliases.open(node.anchor);
  }
  const located = readContent(reading, node, place, depth);
  if (node.anchor !== undefined && located !== undefined) reading.aliases.close(node.anchor, located);
  return located;
}

function readContent(reading: Reading, node: ParsedNode, place: Place, depth: number): Located | undefined {
  if (isMap(node)) return readMap(reading, node, place, depth);
  if (isSeq(node)) return readList(reading, node, place, depth);
  if (!isScalar(node)) return undefined;
  const { source: text } = node;
  if (!text.isWellFormed()) {
    reading.report(place, {
      rule: 'half-character',
      message: 'the text holds half a character',
      remedy: 'Write the character itself, or both halves of its escape.',
    });
  }
  const plain = node.type === 'PLAIN';
  return { type: 'scalar', ...place, text: plain && nullText.test(text) ? null : text };
}

function readList(reading: Reading, node: YAMLSeq<ParsedNode>, place: Place, depth: number): Located {
  const items = node.items.flatMap((item) => readNode(reading, item, depth + 1) ?? []);
  return { type: 'list', ...place, items };
}

function readMap(
  reading: Reading,
  node: YAMLMap<ParsedNode, ParsedNode | null>,
  place: Place,
  depth: number,
): Located {
  const entries = new Map<string, LocatedEntry>();
  const merged: LocatedEntry[] = [];
  for (const pair of node.items) {
    const key = readKey(reading, pair);
    if (key === undefined) continue;
    const value = readValue(reading, pair, key.place, depth + 1);
    if (value === undefined) continue;
    if (key.isMerge) {
      reading.isPlain = false;
      merged.push({ key: key.place, value });
    } else addEntry(reading, entries, key.text, { key: key.place, value });
  }
  return { type: 'map', ...place, entries: withMergedKeys(entries, merged, reading.report) };
}

function readValue(
  reading: Reading,
  pair: Pair<ParsedNode, ParsedNode | null>,
  key: Place,
  depth: number,
): Located | undefined {
  if (pair.value !== null) return readNode(reading, pair.value, depth);
  return { type: 'scalar', ...key, text: null };
}

interface Key {
  readonly text: string;
  readonly place: Place;
  readonly isMerge: boolean;
}

function readKey(reading: Reading, { key }: Pair<ParsedNode, ParsedNode | null>): Key | undefined {
  const place = { file: reading.file, offset: key.range[0] };
  const isPlain = isScalar(key) && key.type === 'PLAIN';
  if (!isScalar(key) || (isPlain && nullText.test(key.source))) {
    reading.complete = false;
    reading.report(place, {
      rule: 'key-not-text',
      message: 'a key must be a text',
      remedy: 'Write the key as a plain or quoted text, followed by ":".',
    });
    return undefined;
  }
  if (key.tag !== undefined) {
    reading.report(place, {
      rule: 'yaml-tag',
      message: 'a tag stands before this key',
      remedy: 'Remove the tag (what begins with "!").',
    });
  }
  if (key.anchor !== undefined) {
    reading.isPlain = false;
    reading.aliases.close(key.anchor, { type: 'scalar', ...place, text: key.source });
  }
  return { text: key.source, place, isMerge: isPlain && key.source === '<<' };
}

function addEntry(
  reading: Reading,
  entries: Map<string, LocatedEntry>,
  name: string,
  entry: LocatedEntry,
): void {
  if (name === '__proto__') {
    reading.report(entry.key, reservedKeyFault);
    return;
  }
  const first = entries.get(name);
  if (first === undefined) entries.set(name, entry);
  else {
    reading.report(entry.key, {
      rule: 'duplicate-key',
      message: `the key ${name} stands twice`,
      remedy: 'Keep one of the two, or rename one.',
      related: { place: first.key, label: 'first here' },
    });
  }
}
