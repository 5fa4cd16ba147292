/** What a signed-in person is told about themselves; the screens depend on it. */
import type { RecordState } from '../../domain/kernel/record.ts';
import type { Person } from '../../identity/person.ts';
import { SUPER_USER_ID } from '../../identity/person.ts';
import { type Kinds, readStream } from '../handling/kinds.ts';
import type { IdentityRoutes } from './routes.ts';

const PAGINATION_OPTIONS = '10,50,100,200';

export async function profile(person: Person, sid: string, routes: IdentityRoutes): Promise<Record<string, unknown>> {
  const { user } = person;
  const { pool, kinds } = routes.commands;
  const isSuper = person.user_id === SUPER_USER_ID;
  const [outlets, inventories] = isSuper
    ? await Promise.all([registered(pool, 'outlet'), registered(pool, 'inventory')])
    : [user.outlets, user.inventories];
  const named = (kind: string, ids: readonly number[]) => ids.map((id) => `${kind}-${id}`);
  const streams = [
    ...named('outlet', outlets),
    ...named('inventory', inventories),
    'system_setting-1',
    'currency-1',
    'currency-2',
  ];
  const records = await readRecords(routes, streams);
  const settings = records.get('system_setting-1');
  const currency = Number(settings?.['currency_fk'] ?? 1);
  return {
    user_id: person.user_id,
    user_name: user.user_name,
    user_full_name: user.user_full_name,
    email: user.email,
    permissions: isSuper ? allPermissions(kinds) : person.permissions,
    outlets: named('outlet', outlets).flatMap((each) => pick(records.get(each), each, ['outlet_name', 'is_active'])),
    inventories: named('inventory', inventories).flatMap((each) =>
      pick(records.get(each), each, ['inventory_name', 'outlet_fk', 'is_active']),
    ),
    lang: user.lang,
    theme: user.theme,
    pagination_default: user.pagination_default,
    pagination_options: PAGINATION_OPTIONS,
    must_change_password: await routes.identity.mustChangePassword(sid),
    system_currency: { currency_id: currency, ...records.get(`currency-${currency}`) },
    currencies: [1, 2].map((id) => ({ currency_id: id, ...records.get(`currency-${id}`) })),
    system_settings: settings ?? null,
  };
}

/** Every permission that a command route asks for. */
function allPermissions(kinds: Kinds): string[] {
  const all = kinds.all.flatMap((kind) => {
    const own =
      kind.is === 'document' ? Object.values(kind.declaration.transitions).map((each) => each.permission) : [];
    return ['index', 'show', 'store', 'update', 'destroy', 'history', ...own].map(
      (action) => `${kind.resource}/${action}`,
    );
  });
  return [...new Set(all)];
}

/** Ids of the active records of a kind; the super user has all of them. */
async function registered(pool: IdentityRoutes['commands']['pool'], kind: string): Promise<number[]> {
  const { rows } = await pool.query<{ record: string }>(
    'select record from claim.record where active and record ^@ $1',
    [`${kind}-`],
  );
  return rows.flatMap(({ record }) => readStream(record)?.id ?? []).sort((a, b) => a - b);
}

type Fields = Readonly<Record<string, unknown>>;

async function readRecords({ commands }: IdentityRoutes, streams: readonly string[]): Promise<Map<string, Fields>> {
  const folded = await commands.handler.states.read(streams);
  const records = new Map<string, Fields>();
  for (const [stream, { state }] of folded) {
    const record = state as RecordState;
    if (record.status === 'active') records.set(stream, record.data);
  }
  return records;
}

function pick(record: Fields | undefined, stream: string, fields: readonly string[]): Fields[] {
  const named = readStream(stream);
  if (!record || !named) return [];
  return [{ [`${named.kind}_id`]: named.id, ...Object.fromEntries(fields.map((field) => [field, record[field]])) }];
}
