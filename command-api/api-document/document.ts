/**
 * The API document: one OpenAPI 3.1 document for both sides of the API, derived from the declared routes. It is built
 * on first request (docs/decisions/0061).
 */

import { defined } from '../../domain/values/defined.ts';
import { pascalOf } from '../../domain/values/kind-words.ts';
import { membersOf } from '../../domain/values/members.ts';
import { SHOP_PERMISSION } from '../../identity/shopper.ts';
import { Components } from './components.ts';
import { ERROR, REFUSALS, refusalResponses, refusalsOf } from './errors.ts';
import { exampleOf } from './example.ts';
import { type Parameter, parametersOf, SharedParameters } from './parameters.ts';
import { plain, type Schema } from './plain-schema.ts';
import type { DeclaredRoute } from './routes.ts';
import { TAGS } from './tags.ts';

export interface ApiDocument {
  readonly openapi: '3.1.0';
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [field: string]: unknown;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  /** `anonymous`, `signed_in`, or a list of permissions of which one is sufficient. */
  readonly 'x-permission': readonly string[];
  readonly parameters?: readonly Schema[];
  readonly requestBody?: Schema;
  readonly responses: Readonly<Record<string, Schema>>;
  readonly [field: string]: unknown;
}

const DESCRIPTION = `Every command carries an \`Idempotency-Key\` and answers with the \`position\` of its last event; a read
that sends it as \`X-Wait-For-Position\` sees what the command did. Amounts, quantities and rates are decimal strings, days
are \`YYYY-MM-DD\`, moments are ISO 8601 in UTC. \`Accept-Language\` (\`en\`, \`ar\`, \`ckb\`) chooses the language of messages
and names. \`docs/api.md\` walks through it.`;

/** Throws when a route has no id, summary or tag of its own, or when two routes have the same id. */
export function apiDocument(routes: readonly DeclaredRoute[]): ApiDocument {
  const parts = new Parts(routes.flatMap(parametersOf));
  const paths: Record<string, Record<string, Operation>> = Object.create(null);
  for (const route of routes) {
    const path = route.url.replace(/:([a-z_]+)/g, '{$1}');
    const operations = paths[path] ?? {};
    operations[route.method.toLowerCase()] = parts.operation(route);
    paths[path] = operations;
  }
  const used = new Set(Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daftar',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: parts.components(),
  };
}

class Parts {
  readonly #schemas = new Components();
  readonly #examples: Record<string, { readonly value: unknown }> = Object.create(null);
  readonly #parameters: SharedParameters;
  readonly #ids = new Set<string>();
  readonly #error: Schema;

  constructor(parameters: readonly Parameter[]) {
    this.#parameters = new SharedParameters(parameters);
    this.#error = this.#schemas.add(plain(ERROR), 'Error');
  }

  operation(route: DeclaredRoute): Operation {
    const { method, url, config, schema } = route;
    const { operationId, summary, description, tags } = schema;
    if (!operationId || !summary || tags?.length !== 1 || !(defined(tags[0]) in TAGS)) {
      throw new Error(`${method} ${url} says no operationId, summary or tag`);
    }
    if (this.#ids.has(operationId)) throw new Error(`two operations are called ${operationId}`);
    this.#ids.add(operationId);
    const owner = pascalOf(operationId);
    const parameters = parametersOf(route).map((parameter) => this.#parameters.place(parameter, owner));
    const requestBody = this.#body(route, owner);
    return {
      operationId,
      summary,
      ...(description ? { description } : {}),
      tags,
      'x-permission': (config.permission ?? '').split('##'),
      ...securityOf(route),
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(requestBody ? { requestBody } : {}),
      responses: this.#responses(route, owner, requestBody === undefined || route.schema.consumes !== undefined),
    };
  }

  components(): ApiDocument['components'] {
    return {
      securitySchemes: SECURITY_SCHEMES,
      schemas: this.#schemas.all(),
      parameters: membersOf(this.#parameters.all()),
      responses: refusalResponses(this.#error),
      examples: { ...this.#examples },
    };
  }

  #body({ method, schema }: DeclaredRoute, owner: string): Schema | undefined {
    const [type = JSON_TYPE] = schema.consumes ?? [];
    const isFile = type !== JSON_TYPE;
    if (method === 'GET' || (!schema.body && !isFile)) return undefined;
    const own = isFile ? FILE : plain(schema.body);
    const placed = this.#schemas.add(own, `${owner}Body`);
    const isRequired = Array.isArray(own['required']) && own['required'].length > 0;
    const content = { [type]: { schema: placed, ...(isFile ? {} : this.#example(placed, owner)) } };
    return { required: isRequired, content };
  }

  #responses(route: DeclaredRoute, owner: string, withExample: boolean): Operation['responses'] {
    const declared = Object.entries(membersOf(route.schema.response));
    const answers = declared
      .filter(([status]) => /^2\d\d$/.test(status))
      .map(([status, given]) => [status, this.#answer(given, status, owner, withExample)] as const);
    if (answers.length === 0) throw new Error(`${route.method} ${route.url} declares no answer`);
    const refused = refusalsOf(route).map(
      (status) => [status, { $ref: `#/components/responses/${REFUSALS[status]?.name}` }] as const,
    );
    return Object.fromEntries([...answers, ...refused]);
  }

  #answer(given: unknown, status: string, owner: string, withExample: boolean): Schema {
    const description = status === '201' ? 'Entered.' : 'Done.';
    const { content } = membersOf(given);
    if (content) return { description, content: plain({ properties: content })['properties'] };
    const schema = this.#schemas.add(plain(given), `${owner}Answer`);
    const example = withExample ? this.#example(schema, owner) : {};
    return { description, content: { [JSON_TYPE]: { schema, ...example } } };
  }

  /** The example of the component that the operation refers to, cached per component. */
  #example(schema: Schema, owner: string): Schema {
    const { $ref } = schema;
    const name = typeof $ref === 'string' ? nameIn($ref) : owner;
    this.#examples[name] ??= { value: exampleOf(schema, (ref) => this.#schemas.get(nameIn(ref))) };
    return { examples: { example: { $ref: `#/components/examples/${name}` } } };
  }
}

const JSON_TYPE = 'application/json';

/** A form with one file, under any name. */
const FILE: Schema = {
  title: 'FileForm',
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
};

const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: '`access_token` of `POST auth/login`, for a quarter of an hour; `POST auth/refresh` gives the next.',
  },
  shop: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: '`access_token` of `POST shop/sign_in`, of a customer of the application. It opens `/shop` alone.',
  },
  pictures: {
    type: 'apiKey',
    in: 'cookie',
    name: 'daftar_pictures',
    description: 'So that a page may name a picture.',
  },
};

function securityOf({ config }: DeclaredRoute): { readonly security?: readonly object[] } {
  if (config.permission === 'anonymous') return { security: [] };
  if (config.permission === SHOP_PERMISSION) return { security: [{ shop: [] }] };
  return config.opensWith === 'pictures' ? { security: [{ bearer: [] }, { pictures: [] }] } : {};
}
