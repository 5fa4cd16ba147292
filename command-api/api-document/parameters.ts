/** The parameters of operations: path, query, and common headers. */

import { pascalOf } from '../../domain/values/kind-words.ts';
import { membersOf, textsOf } from '../../domain/values/members.ts';
import { exampleOf } from './example.ts';
import { contentOf, isSchema, plain, type Schema } from './plain-schema.ts';
import type { DeclaredRoute } from './routes.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly style?: 'deepObject';
  readonly example: unknown;
}

/** Ids in paths are texts on the read side and numbers on the command side; clients send the same for both. */
const ID: Schema = { type: 'integer', minimum: 1, maximum: 2_147_483_647 };

const header = (name: string, required: boolean, description: string, schema: Schema, example: unknown): Parameter => ({
  name,
  in: 'header',
  required,
  description,
  schema,
  example,
});

const KEY = header(
  'Idempotency-Key',
  false,
  'Of this one command, made by the client: sent again with the same key, it is done once. Only a dry run goes without.',
  { type: 'string', minLength: 1, maxLength: 128 },
  '7f3c1a52-9b0e-4d6c-8a1b-2c3d4e5f6a7b',
);
const IF_MATCH = header(
  'If-Match',
  false,
  'The revision that the change is based on, where the body does not say it as `revision`.',
  { type: 'string', pattern: '^(W/)?"?\\d{1,9}"?$' },
  '"3"',
);
const WAIT = header(
  'X-Wait-For-Position',
  false,
  'The position that a command answered with: the read waits up to two seconds for the models to get there.',
  { type: 'string', pattern: '^\\d{1,18}$' },
  '4096',
);

const properties = (schema: unknown): Schema =>
  isSchema(schema) && isSchema(schema['properties']) ? schema['properties'] : {};

export function parametersOf(route: DeclaredRoute): readonly Parameter[] {
  return [...ofPath(route), ...ofQuery(route), ...ofHeaders(route)];
}

function ofPath({ url, schema }: DeclaredRoute): readonly Parameter[] {
  const declared = properties(schema.params ? plain(schema.params) : {});
  return [...url.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => {
    const own = name === 'id' ? undefined : declared[name];
    const type = isSchema(own) ? own : name === 'id' ? ID : { type: 'string' };
    return { name, in: 'path', required: true, schema: type, example: exampleIn(type, name) };
  });
}

function ofQuery({ schema }: DeclaredRoute): readonly Parameter[] {
  const query = schema.querystring ? plain(schema.querystring) : {};
  const required = textsOf(query['required']);
  const [filters, others] = [new Map<string, unknown>(), new Map<string, unknown>()];
  for (const [name, given] of Object.entries(properties(query))) {
    const filtered = FILTER.exec(name)?.[1];
    (filtered === undefined ? others : filters).set(filtered ?? name, given);
  }
  return [...others]
    .map(([name, given]): Parameter => {
      const { description, ...type } = isSchema(given) ? given : {};
      return {
        name,
        in: 'query',
        required: required.includes(name),
        ...(typeof description === 'string' ? { description } : {}),
        schema: type,
        example: exampleIn(type, name),
      };
    })
    .concat(filters.size > 0 ? [filterOf(membersOf(Object.fromEntries(filters)))] : []);
}

const FILTER = /^filter\[(\w+)\]$/;

/** `filter[date]=2026-01-01,2026-01-31&filter[status]=draft`: one parameter with a field for each column. */
function filterOf(columns: Schema): Parameter {
  const schema = { type: 'object', additionalProperties: false, properties: columns };
  const [[name, first] = ['', {}]] = Object.entries(columns);
  return {
    name: 'filter',
    in: 'query',
    required: false,
    style: 'deepObject',
    description: 'By column. Of identifiers and words several, with commas; of days and amounts `from,to`.',
    schema,
    example: { [name]: exampleIn(isSchema(first) ? first : {}, name) },
  };
}

const exampleIn = (schema: Schema, name: string): unknown =>
  exampleOf(
    schema,
    () => {
      throw new Error(`the parameter ${name} refers to a component`);
    },
    name,
  );

function ofHeaders({ method, url, schema, isRead }: DeclaredRoute): readonly Parameter[] {
  if (method === 'GET') return isRead ? [WAIT] : [];
  const isTried = 'dry_run' in properties(schema.querystring);
  const isJob = /^\/jobs\/[a-z_]+$/.test(url);
  const isOfRevision = 'revision' in properties(schema.body) && url.includes(':id');
  return [...(isTried || isJob ? [KEY] : []), ...(isOfRevision ? [IF_MATCH] : [])];
}

/** Parameters shared by several operations, stored once under `#/components/parameters`. */
export class SharedParameters {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #shared = new Map<string, Parameter>();

  constructor(all: readonly Parameter[]) {
    for (const parameter of all) {
      const content = contentOf(parameter);
      this.#counts.set(content, (this.#counts.get(content) ?? 0) + 1);
    }
  }

  /** `owner` distinguishes parameters of the same name with different schemas. */
  place(parameter: Parameter, owner: string): Schema {
    const content = contentOf(parameter);
    if ((this.#counts.get(content) ?? 0) < 2) return { ...parameter };
    const name = this.#names.get(content) ?? this.#free(pascalOf(parameter.name), owner);
    this.#names.set(content, name);
    this.#shared.set(name, parameter);
    return { $ref: `#/components/parameters/${name}` };
  }

  all(): Readonly<Record<string, Parameter>> {
    return Object.fromEntries([...this.#shared].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #free(name: string, owner: string): string {
    const taken = (value: string) => this.#shared.has(value);
    const wanted = [name, `${owner}${name}`].find((candidate) => !taken(candidate));
    if (wanted !== undefined) return wanted;
    let count = 2;
    while (taken(`${owner}${name}${count}`)) count += 1;
    return `${owner}${name}${count}`;
  }
}
