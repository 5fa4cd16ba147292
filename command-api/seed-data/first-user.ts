/**
 * The first start: enters the records that every business has through commands, and the super user with a one-time
 * password. An interrupted run is resumed, because every command has a fixed id. Until someone signs in with the
 * one-time password, each start replaces and prints it, because it may have been lost.
 */
import { v5 as uuid } from 'uuid';
import { FIRST_START } from '../../domain/deciding/program-reasons.ts';
import type { UserData } from '../../domain/people/user.record.ts';
import { type RecordData, recordStateOf } from '../../domain/records/record.ts';
import { type Person, personOf, SUPER_USER_ID } from '../../identity/person.ts';
import { recordSecurity } from '../../identity/security-log.ts';
import { type RecordType, streamOf } from '../aggregates/aggregate-types.ts';
import { type Commands, openCommands } from '../commands/open-commands.ts';
import type { CommandHandler } from '../handling/handler.ts';
import { givePassword, hasPassword, mayBeLost } from '../identity/credentials.ts';
import { oneTimePassword } from '../identity/passwords/one-time-password.ts';

export interface FirstUser {
  readonly email: string;
  readonly password: string;
}

export interface FirstUserOptions {
  /** URL of a migrated database. */
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
  /** A fixed password for tests and demonstrations, which need not be changed. */
  readonly password?: string;
  /** Rate of the dollar from the first day of the year; a business enters its own before its first foreign document. */
  readonly rate?: string;
  readonly clock?: () => Date;
  /** For one of several services: a one-time password that another has printed within these minutes is left. */
  readonly leavesMinutes?: number;
  /** See StoreOptions. */
  readonly recordedAt?: (() => Date) | undefined;
}

const EMAIL = 'admin@daftar.local';
/** Namespace of the ids of the first commands. */
const FIRST_COMMANDS = '7d9f2a54-1b6c-4c0e-8a35-0f4a6f8d2e10';

/** Undefined, and without effect, when the super user's password was used or chosen. */
export async function ensureFirstUser(options: FirstUserOptions): Promise<FirstUser | undefined> {
  const commands = await openCommands({ ...options, recovers: true });
  try {
    const { pool } = commands;
    const isAnew = await hasPassword(pool, SUPER_USER_ID);
    if (isAnew && !(await mayBeLost(pool, SUPER_USER_ID, options.leavesMinutes))) return undefined;
    const kinds = new Map(
      commands.kinds.all.flatMap((kind) => (kind.is === 'record' ? [[kind.kind, kind] as const] : [])),
    );
    // When the last record exists, all do: then only the passwords were lost (docs/operations.md).
    const there = await superUser(commands);
    if (!there) await enterFirstRecords(commands.handler, kinds, options);
    const password = options.password ?? oneTimePassword();
    await givePassword(pool, SUPER_USER_ID, password, options.password === undefined);
    const detail = { by: 'start' };
    if (isAnew) await recordSecurity(pool, { kind: 'password_given', subjectId: SUPER_USER_ID, detail });
    return { email: there?.email ?? EMAIL, password };
  } finally {
    await commands.close();
  }
}

async function superUser({ handler }: Commands): Promise<UserData | undefined> {
  const stream = streamOf('user', SUPER_USER_ID);
  const state = recordStateOf((await handler.states.read([stream])).get(stream)?.state);
  return state === undefined || state.status === 'none' ? undefined : (state.data as UserData);
}

const DINAR = { currency_name: 'Iraqi dinar', currency_name_ar: 'دينار عراقي', currency_name_ckb: 'دیناری عێراقی' };
const DOLLAR = { currency_name: 'US dollar', currency_name_ar: 'دولار أمريكي', currency_name_ckb: 'دۆلاری ئەمریکی' };

const MAIN_OUTLET = { outlet_name: 'Main', outlet_name_ar: 'الرئيسي', outlet_name_ckb: 'سەرەکی' };
const MAIN_INVENTORY = { inventory_name: 'Main', inventory_name_ar: 'الرئيسي', inventory_name_ckb: 'سەرەکی' };
const CASH_IN_DINARS = {
  account_name: 'Cash IQD',
  account_name_ar: 'نقد بالدينار',
  account_name_ckb: 'کاش بە دینار',
};
const CASH_IN_DOLLARS = {
  account_name: 'Cash USD',
  account_name_ar: 'نقد بالدولار',
  account_name_ckb: 'کاش بە دۆلار',
};
const EXPENSE_TYPES = [
  ['Rent', 'إيجار', 'کرێ'],
  ['Salaries', 'رواتب', 'مووچە'],
  ['Transport', 'نقل', 'گواستنەوە'],
  ['Other', 'أخرى', 'هیتر'],
] as const;

/** Acts as the super user before that user exists. */
const SETUP: Person = personOf(SUPER_USER_ID, { user_name: 'setup', email: EMAIL }, undefined);

async function enterFirstRecords(
  handler: CommandHandler,
  kinds: ReadonlyMap<string, RecordType>,
  { clock = () => new Date(), rate }: FirstUserOptions,
): Promise<void> {
  /** `fixed` is for the few records with an id fixed by the rules. Returns the id. */
  const enter = async (kindName: string, data: RecordData, fixed?: number): Promise<number> => {
    const kind = kinds.get(kindName);
    if (!kind) throw new RangeError(`no kind ${kindName}`);
    const name = String(data[kind.declaration.nameField]);
    const answer = await handler.handle({
      declaration: kind.declaration,
      ...(fixed === undefined ? {} : { id: fixed, isNew: true }),
      commands: [{ type: 'register', data }],
      body: data,
      actor: SETUP,
      commandId: uuid(`${kindName}:${name}`, FIRST_COMMANDS),
      meta: { reason: FIRST_START },
    });
    return answer.id;
  };
  const year = clock().getFullYear();
  const iqd = await enter('currency', { ...DINAR, symbol: 'IQD', decimals: 0 }, 1);
  const usd = await enter('currency', { ...DOLLAR, symbol: '$', decimals: 2 }, 2);
  await enter('system_setting', { business_name: 'Daftar', currency_fk: iqd }, 1);
  if (rate !== undefined) await enter('currency_rate', { date: `${year}-01-01`, rate, in_rate: rate });
  await enter('financial_year', { year_name: String(year), start_date: `${year}-01-01`, end_date: `${year}-12-31` });
  const outlet = await enter('outlet', MAIN_OUTLET);
  await enter('inventory', { outlet_fk: outlet, ...MAIN_INVENTORY });
  await enter('cash', { ...CASH_IN_DINARS, cash_type: 1, currency_fk: iqd });
  await enter('cash', { ...CASH_IN_DOLLARS, cash_type: 1, currency_fk: usd });
  await enter('unit', { unit_name: 'Piece', unit_name_ar: 'قطعة', unit_name_ckb: 'دانە', whole_only: true });
  await enter('unit', { unit_name: 'Box', unit_name_ar: 'علبة', unit_name_ckb: 'کارتۆن' });
  for (const [type_name, type_name_ar, type_name_ckb] of EXPENSE_TYPES) {
    await enter('expense_type', { type_name, type_name_ar, type_name_ckb });
  }
  await enter('user', { user_name: 'Administrator', email: EMAIL }, SUPER_USER_ID);
}
