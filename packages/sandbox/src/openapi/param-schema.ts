import type { Params, ParamType } from '../params/param.ts';

/** A JSON Schema, as OpenAPI 3.1 embeds it. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** Collects the schemas that have names, so that one that holds itself is written once. */
export class SchemaBook {
  readonly #named = new Map<string, Schema>();

  get named(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A reference to the schema of this name, made if it is not there yet. */
  refer(name: string, make: () => Schema): Schema {
    if (!this.#named.has(name)) {
      this.#named.set(name, {});
      this.#named.set(name, make());
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** The schema of a value of this type. */
  schemaOf(is: ParamType): Schema {
    if (is.type === 'list') {
      const most = is.max === Number.MAX_SAFE_INTEGER ? {} : { maxItems: is.max };
      return { type: 'array', items: this.schemaOf(is.of), minItems: is.min, ...most };
    }
    if (is.type === 'object') return this.refer(is.name, () => this.membersSchema(is.members()));
    if (is.type === 'variant') {
      const kinds = Object.entries(is.of).map(([kind, members]) => {
        const own = this.membersSchema(members);
        const marked = { [is.by]: { const: kind }, ...propertiesOf(own) };
        return { ...own, properties: marked, required: [is.by, ...requiredOf(members)] };
      });
      const [only] = kinds;
      return kinds.length === 1 && only !== undefined ? only : { oneOf: kinds };
    }
    return scalarSchema(is);
  }

  /** The schema of an object with these members. */
  membersSchema(members: Params): Schema {
    const properties = Object.entries(members).map(([name, { is, default: usual }]) => {
      return [name, { ...this.schemaOf(is), ...(usual === undefined ? {} : { default: usual }) }] as const;
    });
    const required = requiredOf(members);
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required }),
    };
  }
}

function requiredOf(members: Params): readonly string[] {
  return Object.entries(members).flatMap(([name, { required }]) => (required === true ? [name] : []));
}

function propertiesOf({ properties }: Schema): object {
  return typeof properties === 'object' && properties !== null ? properties : {};
}

type Scalar = Exclude<ParamType, { readonly type: 'list' | 'object' | 'variant' }>;

function scalarSchema(is: Scalar): Schema {
  if (is.type === 'text') return { type: 'string', minLength: is.min, maxLength: is.max };
  if (is.type === 'enum') return { type: 'string', enum: is.values };
  if (is.type === 'int') return { type: 'integer', minimum: is.min, maximum: is.max };
  if (is.type === 'money' || is.type === 'long')
    return { type: 'integer', format: 'int64', minimum: is.min, ...(is.type === 'money' ? microUnits : {}) };
  if (is.type === 'hashtag') return { type: 'string', minLength: 1, maxLength: is.max + 1 };
  return plainSchemas[is.type];
}

const microUnits = { description: 'Micro units of the currency, in steps of its smallest denomination.' };

type Plain = Exclude<Scalar['type'], 'text' | 'enum' | 'int' | 'money' | 'long' | 'hashtag'>;

const plainSchemas: Readonly<Record<Plain, Schema>> = {
  id: { type: 'string', pattern: '^\\w{1,64}$' },
  url: { type: 'string', format: 'uri', pattern: '^https?://' },
  domain: { type: 'string', format: 'hostname' },
  currency: { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217.' },
  boolean: { type: 'boolean' },
  time: {
    type: 'string',
    examples: ['2026-12-01T00:00:00Z', '2026-12-01'],
    description: 'ISO 8601: a date, or a time to the second with its offset.',
  },
  media_key: { type: 'string', pattern: '^\\d{1,9}_\\d{1,20}$' },
  card_uri: { type: 'string', pattern: '^card://\\w{1,64}$' },
  country: { type: 'string', pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' },
  digits: { type: 'string', pattern: '^\\d{1,32}$' },
  sha256: { type: 'string', pattern: '^[0-9a-fA-F]{64}$' },
};
