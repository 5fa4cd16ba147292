/**
 * Records that every business has, entered at each start when missing: records of later versions, and the countries of
 * the world, whose ids are their line numbers in `countries.csv`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { v5 as uuid } from 'uuid';
import { FIRST_START } from '../../domain/deciding/program-reasons.ts';
import type { RecordData } from '../../domain/records/record.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { type Person, personOf, SUPER_USER_ID } from '../../identity/person.ts';
import { streamOf } from '../aggregates/aggregate-types.ts';
import { type Commands, openCommands } from '../commands/open-commands.ts';

export interface LaterRecordsOptions {
  /** URL of a migrated database. */
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
  /** Replaces the built-in list of countries. */
  readonly countries?: string;
  /** See StoreOptions. */
  readonly recordedAt?: (() => Date) | undefined;
}

interface Missing {
  readonly kind: string;
  readonly id: number;
  readonly data: RecordData;
}

/** Namespace of the ids of these commands. */
const LATER_COMMANDS = '4b8c1d9e-52a7-4f3e-9c60-7d1e2f3a4b5c';
const COUNTRIES = join(import.meta.dirname, 'countries.csv');
/** Entered concurrently, so that their appends are grouped. */
const AT_ONCE = 32;

/** Returns the number of entered records. */
export async function ensureRecords(options: LaterRecordsOptions): Promise<number> {
  const commands = await openCommands({ ...options, recovers: true });
  try {
    const wanted = [...(await ofTheShop(commands)), ...(await countriesOf(options.countries ?? COUNTRIES))];
    const folded = await commands.handler.states.read(wanted.map(({ kind, id }) => streamOf(kind, id)));
    const missing = wanted.filter(({ kind, id }) => folded.get(streamOf(kind, id))?.revision === NO_STREAM);
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      await Promise.all(missing.slice(from, from + AT_ONCE).map((missing) => enter(commands, missing)));
    }
    if (missing.length > 0) await passNumbers(commands, missing);
    return missing.length;
  } finally {
    await commands.close();
  }
}

/** Advances the counters, so that later records get higher ids. */
async function passNumbers({ store }: Commands, entered: readonly Missing[]): Promise<void> {
  const last = Math.max(0, ...entered.filter(({ kind }) => kind === 'country').map(({ id }) => id));
  for (let number = 0; number < last; ) number = await store.nextId('country');
}

/** Records with defaults from the settings of the business. */
async function ofTheShop({ handler, kinds }: Commands): Promise<Missing[]> {
  const settings = (await handler.states.read(['system_setting-1'])).get('system_setting-1');
  const { business_name, mobile, address, receipt_header, receipt_footer } = ((settings &&
    kinds.get('system_setting')?.dataOf(settings.state)) ??
    {}) as RecordData;
  const name = business_name ?? 'Daftar';
  const known = { address, receipt_header, receipt_footer };
  const contacts = Object.fromEntries(Object.entries(known).filter(([, value]) => typeof value === 'string'));
  const phones = typeof mobile === 'string' ? [mobile] : [];
  return [
    { kind: 'system_profile', id: 1, data: { shop_name: name, phones, ...contacts } as RecordData },
    { kind: 'app_setting', id: 1, data: { app_name: name } },
    { kind: 'till_setting', id: 1, data: { display_greeting: name } },
    { kind: 'period_lock', id: 1, data: { lock_reason: '–' } },
  ];
}

/** Empty when the file is missing; the list of countries reports that. */
async function countriesOf(file: string): Promise<Missing[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const rows: RecordData[] = parse(text, { columns: true });
  return rows.map((data, index) => ({ kind: 'country', id: index + 1, data }));
}

/** Acts as the super user, because no user is signed in at the start. */
const SETUP: Person = personOf(SUPER_USER_ID, { user_name: 'setup', email: 'setup@daftar.local' }, undefined);

async function enter({ handler, kinds }: Commands, { kind: name, id, data }: Missing): Promise<void> {
  const kind = kinds.get(name);
  if (kind?.is !== 'record') throw new RangeError(`no record ${name}`);
  await handler.handle({
    declaration: kind.declaration,
    id,
    isNew: true,
    isOfProgram: true,
    commands: [{ type: 'register', data }],
    body: data,
    actor: SETUP,
    commandId: uuid(streamOf(name, id), LATER_COMMANDS),
    meta: { reason: FIRST_START },
  });
}
