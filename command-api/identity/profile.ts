/** The profile of the signed-in user; the screens depend on it. */
import { cash } from '../../domain/cash/cash.record.ts';
import { outlet } from '../../domain/organisation/outlet.record.ts';
import { policyOf } from '../../domain/organisation/sign-in-policy.ts';
import { type RecordDeclaration, recordStateOf } from '../../domain/records/record.ts';
import { nameIn } from '../../domain/records/record-name.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { inventory } from '../../domain/stock/inventory.record.ts';
import type { Language } from '../../domain/values/language.ts';
import type { Person } from '../../identity/person.ts';
import { SUPER_USER_ID } from '../../identity/person.ts';
import { zoneIn } from '../../identity/shop-zone.ts';
import { readStream } from '../aggregates/aggregate-types.ts';
import type { IdentityRoutes } from './answer.ts';
import { personalDataOf } from './personal-data.ts';
import { placeOf } from './place.ts';

const PAGINATION_OPTIONS = '10,50,100,200';

export async function profile(
  person: Person,
  sid: string,
  routes: IdentityRoutes,
  language: Language,
): Promise<Record<string, unknown>> {
  const { user } = person;
  const { pool } = routes.commands;
  const pending = await routes.identity.pendingStep(person, sid);
  const isSuper = person.user_id === SUPER_USER_ID;
  const [outlets, inventories] = isSuper
    ? await Promise.all([registered(pool, 'outlet'), registered(pool, 'inventory')])
    : [user.outlets, user.inventories];
  const account = `cash-${user.default_account_fk ?? 0}`;
  const named = (kind: string, ids: readonly number[]) => ids.map((id) => `${kind}-${id}`);
  const streams = [
    ...named('outlet', outlets),
    ...named('inventory', inventories),
    'system_setting-1',
    account,
    'currency-1',
    'currency-2',
  ];
  const records = await readRecords(routes, streams);
  const settings = records.get('system_setting-1');
  const currency = Number(settings?.['currency_fk'] ?? 1);
  const given = {
    outlets: named('outlet', outlets).flatMap((name) =>
      pick(inLanguage(records.get(name), outlet, language), name, ['outlet_name', 'is_active']),
    ),
    inventories: named('inventory', inventories).flatMap((name) =>
      pick(inLanguage(records.get(name), inventory, language), name, ['inventory_name', 'outlet_fk', 'is_active']),
    ),
  };
  return {
    user_id: person.user_id,
    user_name: user.user_name,
    user_full_name: user.user_full_name,
    email: user.email,
    permissions: isSuper ? allPermissions() : person.permissions.filter((permission) => person.can(permission)),
    ...given,
    ...(await placeOf(pool, person, given)),
    default_account: pick(inLanguage(records.get(account), cash, language), account, ACCOUNT_FIELDS)[0] ?? null,
    /** The till at which the user signed in as a cashier. */
    till: person.till ?? null,
    /** Empty for a session by PIN. */
    personal: person.till ? {} : await personalDataOf(pool, person.user_id),
    lang: user.lang,
    theme: user.theme,
    pagination_default: user.pagination_default,
    pagination_options: PAGINATION_OPTIONS,
    must_change_password: pending === 'must_change_password',
    must_set_up_second_factor: pending === 'must_set_up_second_factor',
    system_currency: { currency_id: currency, ...records.get(`currency-${currency}`) },
    currencies: [1, 2].map((id) => ({ currency_id: id, ...records.get(`currency-${id}`) })),
    /** In which days begin on every screen, wherever its device is. */
    time_zone: zoneIn(settings),
    system_settings: settings ? { ...settings, ...policyOf(settings) } : null,
  };
}

/** Ids of the active records of a kind; the super user has access to all of them. */
export async function registered(pool: IdentityRoutes['commands']['pool'], kind: string): Promise<number[]> {
  const { rows } = await pool.query<{ record: string }>(
    'select record from claim.record where active and record ^@ $1',
    [`${kind}-`],
  );
  return rows.flatMap(({ record }) => readStream(record)?.id ?? []).sort((a, b) => a - b);
}

const ACCOUNT_FIELDS = ['account_name', 'cash_type', 'currency_fk', 'outlet_fk'];

type Fields = Readonly<Record<string, unknown>>;

async function readRecords({ commands }: IdentityRoutes, streams: readonly string[]): Promise<Map<string, Fields>> {
  const folded = await commands.handler.states.read(streams);
  const records = new Map<string, Fields>();
  for (const [stream, { state }] of folded) {
    const record = recordStateOf(state);
    if (record.status === 'active') records.set(stream, record.data);
  }
  return records;
}

/** The fields of an existing record. */
export async function recordAt(routes: IdentityRoutes, stream: string): Promise<Fields | undefined> {
  return (await readRecords(routes, [stream])).get(stream);
}

/** The record, with its name in the language. */
export function inLanguage(record: Fields | undefined, declaration: RecordDeclaration, language: Language) {
  return record && { ...record, [declaration.nameField]: nameIn(declaration, record, language) };
}

function pick(record: Fields | undefined, stream: string, fields: readonly string[]): Fields[] {
  const named = readStream(stream);
  if (!record || !named) return [];
  return [{ [`${named.kind}_id`]: named.id, ...Object.fromEntries(fields.map((field) => [field, record[field]])) }];
}
