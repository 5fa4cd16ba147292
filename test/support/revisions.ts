/**
 * Adds revisions to changes in tests: a change without a revision gets the stored one, as a screen would. For no
 * revision, or another one, a test sends the body as text or states the revision.
 */
import pg from 'pg';
import { documentResources } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { until } from './waiting.ts';

const KINDS: ReadonlyMap<string, string> = new Map([
  ...[...documentResources, ...records].map(({ resource, kind }) => [resource, kind] as const),
  ['opening_balance_update', 'opening_balance'],
  ...['outlets_update', 'outlets_destroy'].map((name) => [name, 'outlet'] as const),
  ['system_settings_update', 'system_setting'],
]);

/** Routes of a person that do not change the record. */
const OTHERWISE =
  /^(users\/\d+\/(give_password|end_sessions|reset_second_factor)|online_customers\/\d+\/give_password)$/;

export class Revisions {
  readonly #pool: pg.Pool;
  /** A repeated request with the same key has the same body. */
  readonly #byKey = new Map<string, unknown>();

  constructor(connectionString: string) {
    this.#pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 300, allowExitOnIdle: true });
    this.#pool.on('error', () => undefined);
  }

  /** The body to send. */
  async into(method: string, path: string, body: unknown, key: string): Promise<unknown> {
    const name = `${key} ${path}`;
    const known = this.#byKey.get(name);
    const added = known ?? (await this.#missing(method, path.split('?')[0] ?? '', body));
    if (added === undefined) return body;
    if (key !== '') this.#byKey.set(name, added);
    return { ...(body as object | undefined), ...added };
  }

  /** The position of the last stored event. */
  async end(): Promise<string> {
    const { rows } = await this.#pool.query<{ position: string }>(
      `select coalesce(max(position), 0)::text as position from log.event`,
    );
    return rows[0]?.position ?? '0';
  }

  /** Resolves when every read model, except stopped ones, has processed what is stored now. */
  async projected(): Promise<void> {
    const end = await this.end();
    const isBehind = `select from projection.checkpoint where status <> 'stopped' and position < $1 limit 1`;
    const what = `the projection of position ${end}`;
    await until(async () => (await this.#pool.query(isBehind, [end])).rowCount === 0, { everyMs: 5, what });
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #missing(method: string, path: string, body: unknown): Promise<object | undefined> {
    if (method === 'GET' || (body !== undefined && (typeof body !== 'object' || body === null))) return undefined;
    const said = (body ?? {}) as { revision?: number; revisions?: unknown; ids?: unknown; till_fk?: number };
    const [resource = '', id = ''] = path.split('/');
    const kind = KINDS.get(resource);
    if (!kind || 'revision' in said || 'revisions' in said || OTHERWISE.test(path)) return undefined;
    if (id === 'bulk') {
      const ids = Array.isArray(said.ids) ? (said.ids as number[]) : [];
      return { revisions: await Promise.all(ids.map(async (value) => (await this.#of(kind, value)) ?? 0)) };
    }
    const changed = path === 'tills/enrol' ? said.till_fk : /^\d{1,9}$/.test(id) ? Number(id) : undefined;
    const revision = changed === undefined ? undefined : await this.#of(kind, changed);
    return revision === undefined ? undefined : { revision };
  }

  /** Undefined for a missing record. */
  async #of(kind: string, id: number): Promise<number | undefined> {
    const { rows } = await this.#pool.query<{ revision: number | null }>(
      `select coalesce((select max(revision) from log.event where stream = $1),
         (select revision from claim.stream where stream = $1)) as revision`,
      [`${kind}-${id}`],
    );
    return rows[0]?.revision ?? undefined;
  }
}
