/**
 * Validates answers against the API document: an undocumented status or field is an error. `Api.send` and `Office.read`
 * validate every answer.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import Fastify, { type RouteOptions } from 'fastify';
import { type ApiDocument, apiDocument, type Operation } from '../../command-api/api-document/document.ts';
import { declaredRoutes } from '../../command-api/api-document/routes.ts';
import { commandApi } from '../../command-api/server.ts';
import { readRoutes } from '../../read-api/read-routes.ts';

export interface Answered {
  readonly method: string;
  /** With `/api/` and its query. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

type Node = Readonly<Record<string, unknown>>;
type Validate = ((value: unknown) => boolean) & { errors?: readonly object[] | null };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same schema, with additional properties forbidden in objects that declare properties. */
function closed(value: unknown, isPart = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => closed(entry, isPart));
  if (!isNode(value)) return value;
  const { allOf, properties, additionalProperties } = value;
  const copy: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) copy[name] = closed(inner, name === 'allOf');
  if (Array.isArray(allOf)) return { ...copy, unevaluatedProperties: false };
  const isOpen = isPart || !isNode(properties) || additionalProperties !== undefined;
  return isOpen ? copy : { ...copy, additionalProperties: false };
}

interface DocumentedPath {
  readonly path: string;
  readonly pattern: RegExp;
}

const firstPartOf = (path: string): string => path.split('/')[1] ?? '';

export class Documented {
  readonly document: ApiDocument;
  /** Most validators are used a few times: to optimise their code would take longer than it saves. */
  readonly #ajv = new Ajv2020({
    ...{ strict: false, validateSchema: false, validateFormats: false, allErrors: true },
    code: { optimize: false },
  });
  /** By the first part of the address. */
  readonly #paths: ReadonlyMap<string, readonly DocumentedPath[]>;
  readonly #validators = new Map<string, Validate>();

  constructor(document: ApiDocument) {
    this.document = document;
    const { components } = document;
    const schemas = closed(components['schemas']) as Record<string, Record<string, unknown>>;
    // Pages are combined with their rows by `allOf`, so they remain open.
    const { additionalProperties: _closed, ...page } = schemas['Page'] ?? {};
    const whole = { ...document, components: { ...components, schemas: { ...schemas, Page: page } } };
    this.#ajv.addSchema({ ...whole, paths: closed(document.paths) }, 'api');
    const paths = Object.keys(document.paths)
      .map((path) => ({ path, pattern: new RegExp(`^/api${path.replace(/\{[a-z_]+\}/g, '[^/]+')}$`) }))
      // A literal address precedes one with an identifier.
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
    this.#paths = Map.groupBy(paths, ({ path }) => firstPartOf(path));
  }

  /** The differences between the answer and the document; empty for an address that the document does not have. */
  problems({ method, url, status, contentType, body }: Answered): readonly string[] {
    const [address = ''] = url.split('?');
    const lower = method.toLowerCase();
    const paths = this.#paths.get(firstPartOf(address.slice('/api'.length))) ?? [];
    const found = paths.find(({ path, pattern }) => pattern.test(address) && this.#operation(path, lower));
    if (!found) return [];
    const of = `${method} ${found.path} ${status}`;
    const response = this.#response(found.path, lower, status);
    if (!response) return [`${of}: the document has no such status`];
    const type = contentType.replace(/;.*$/, '');
    const { pointer, content } = response;
    if (content?.[type] === undefined) return body === '' ? [] : [`${of}: the document has no ${type}`];
    if (type !== 'application/json') return [];
    const validate = this.#validator(`${pointer}/content/application~1json/schema`);
    if (validate(JSON.parse(body))) return [];
    return [...new Set((validate.errors ?? []).map((error) => `${of}: ${said(error)}`))];
  }

  /** The differences of a value to a component's schema: `Sale`. */
  problemsOf(component: string, value: unknown): readonly string[] {
    const validate = this.#validator(`#/components/schemas/${component}`);
    return validate(JSON.parse(JSON.stringify(value))) ? [] : (validate.errors ?? []).map(said);
  }

  #operation(path: string, method: string): Operation | undefined {
    return this.document.paths[path]?.[method];
  }

  #response(path: string, method: string, status: number) {
    const responses = this.#operation(path, method)?.responses ?? {};
    const key = [String(status), `${String(status)[0]}XX`].find((name) => name in responses);
    if (key === undefined) return undefined;
    const { $ref, content } = responses[key] as { readonly $ref?: string; readonly content?: Node };
    if ($ref === undefined) {
      return { pointer: `#/paths/${path.replaceAll('/', '~1')}/${method}/responses/${key}`, content };
    }
    const shared = this.document.components['responses']?.[$ref.split('/').at(-1) as string];
    return { pointer: $ref, content: (shared as { readonly content?: Node }).content };
  }

  #validator(pointer: string): Validate {
    const known =
      this.#validators.get(pointer) ?? (this.#ajv.compile({ $ref: `api${encodeURI(pointer)}` }) as unknown as Validate);
    this.#validators.set(pointer, known);
    return known;
  }
}

function said(error: object): string {
  const { instancePath, message, params } = error as {
    readonly instancePath: string;
    readonly message?: string;
    readonly params: Node;
  };
  return `${instancePath.replace(/\/\d+(?=\/|$)/g, '/*')} ${message} ${JSON.stringify(params)}`;
}

let made: Promise<Documented> | undefined;

/** The document of both APIs, created once for all tests of a process; `databaseUrl` may be any back office's. */
export function documented(databaseUrl: string): Promise<Documented> {
  made ??= make(databaseUrl);
  return made;
}

async function make(databaseUrl: string): Promise<Documented> {
  const routes: RouteOptions[] = [];
  const app = Fastify({ exposeHeadRoutes: false });
  app.addHook('onRoute', (route) => void routes.push(route));
  const secrets = { jwtSecret: 'only to know the routes, long enough' };
  await app.register(commandApi({ databaseUrl, secrets, dataDir: '' }), { prefix: '/api' });
  await app.ready();
  await app.close();
  return new Documented(apiDocument([...declaredRoutes(routes, false), ...declaredRoutes(readRoutes(), true)]));
}
