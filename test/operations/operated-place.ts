/** A place of an operator: a database, a data folder and a log, in which the steps of the handbook are walked as they stand. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type BackupRounds, startBackupRounds } from '../../launcher/backup-rounds.ts';
import { type Daftar, startDaftar } from '../../launcher/daftar.ts';
import { TODAY } from '../api/api.ts';
import { modelsIn, openOffice, sealOf, type TestPlace, tablesIn, upload } from '../backup/place.ts';
import { type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import type { Office } from '../read-api/office.ts';
import { environmentAt, type FreshDatabase, freshDatabase } from '../support/database.ts';

export const KINDS = ['postgresql', 'kurrentdb'] as const;
export type Kind = (typeof KINDS)[number];

const ROOT = join(import.meta.dirname, '..', '..');

export interface Ended {
  readonly code: number | null;
  readonly text: string;
}

export class OperatedPlace {
  readonly kind: Kind;
  database: FreshDatabase;
  dataDir: string;
  readonly double: KurrentDouble | undefined;
  readonly #databases: FreshDatabase[];
  readonly #folders: string[];
  #daftar: Daftar | undefined;
  #backups: BackupRounds | undefined;

  private constructor(kind: Kind, database: FreshDatabase, double: KurrentDouble | undefined) {
    this.kind = kind;
    this.database = database;
    this.double = double;
    this.#databases = [database];
    this.dataDir = newFolder();
    this.#folders = [this.dataDir];
  }

  static async open(kind: Kind): Promise<OperatedPlace> {
    const double = kind === 'kurrentdb' ? await startKurrentDouble() : undefined;
    return new OperatedPlace(kind, await freshDatabase(), double);
  }

  /** Another database in place of the one so far, which stays until the end. */
  takeDatabase(database: FreshDatabase): void {
    this.database = database;
    this.#databases.push(database);
  }

  /** An empty folder in place of the one so far. */
  takeNewFolder(): void {
    this.dataDir = newFolder();
    this.#folders.push(this.dataDir);
  }

  get place(): TestPlace {
    const { database, double, dataDir } = this;
    return { databaseUrl: database.url, eventStoreUrl: double?.url, dataDir, remove: async () => undefined };
  }

  environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    const stores = { DAFTAR_EVENTSTORE_URL: this.double?.url ?? '', EVENTSTORE_URL: '', REDIS_URL: '' };
    return {
      ...{ ...process.env, ...environmentAt(this.database.url), ...stores },
      ...{ DATA_DIR: this.dataDir, BACKUP_DIR: '', PORT: '0', LOG_LEVEL: 'error', ...more },
    };
  }

  /** Enters through the API, and returns when the read models have taken it. */
  async enter(work: (office: Office) => Promise<void>): Promise<void> {
    const office = await openOffice(this.place);
    await work(office);
    await modelsIn(this.place);
    await office.close();
  }

  /**
   * A step of the handbook: a command of npm, with the file or the number that it names. `npm start` runs until the next
   * step that is one, or until `stop`.
   */
  async walk(step: string, more: readonly string[] = []): Promise<Ended> {
    const words = step.replace(/^([A-Z_]+=\S+ )*npm (run )?/, '').split(' ');
    const [name = '', ...options] = words.filter((word) => word !== '--');
    const [file, given] = [options.findIndex((word) => /^([A-Z]+|\/\S+)$/.test(word)), [...options]];
    if (file >= 0) given.splice(file, 1, ...more);
    else given.push(...more);
    if (name === 'start') {
      await this.start();
      return { code: 0, text: '' };
    }
    const child = spawn(process.execPath, [join(ROOT, 'launcher', 'run.mjs'), name, ...given], {
      env: this.environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, text };
  }

  async start(more: NodeJS.ProcessEnv = {}): Promise<Daftar> {
    await this.stop();
    const options = { say: () => undefined, withoutWeb: true, firstDay: TODAY };
    const environment = this.environment(more);
    const { dataDir } = this;
    this.#daftar = await startDaftar({ ...options, dataDir, environment });
    const databaseUrl = this.#daftar.database.urls.command;
    this.#backups = startBackupRounds({ databaseUrl, dataDir, environment, say: options.say });
    return this.#daftar;
  }

  /** Stops it when its read models have taken what the start entered. */
  async stop(): Promise<void> {
    if (this.#daftar) await modelsIn(this.place);
    const [daftar, backups] = [this.#daftar, this.#backups];
    [this.#daftar, this.#backups] = [undefined, undefined];
    await backups?.stop();
    await daftar?.stop();
  }

  /** The digests of all tables, the read models and the seal. */
  async state() {
    const [tables, models, seal] = [await tablesIn(this.place), await modelsIn(this.place), await sealOf(this.place)];
    return { tables, models, root: seal.root };
  }

  async close(): Promise<void> {
    await this.stop();
    await this.double?.close();
    for (const database of this.#databases) await database.drop();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-operated-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** A small business: goods with a picture, a purchase, a sale. */
export async function smallBusiness(office: Office): Promise<void> {
  const picture = await upload(office, 'teal');
  const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1500', barcodes: [] };
  const { body } = await office.send('POST', 'items', {
    ...{ item_name: 'Rice', item_code: '1', item_units: [unit], images: [picture] },
  });
  const item_fk = (body['data'] as { id: number }).id;
  await office.send('PATCH', 'system_settings/1', { allow_negative_stock: true });
  const at = { outlet_fk: 1, inventory_fk: 1, currency_fk: 1, date: '2026-03-10' };
  const line = { item_fk, unit_fk: 1, quantity: '2', price: '1500' };
  const sold = await office.send('POST', 'sales', {
    ...{ ...at, payment_type: 'cash', account_fk: 1, lines: [line], status: 'complete' },
  });
  expect(sold.status, JSON.stringify(sold.body)).toBe(201);
}

/** The tables that differ, by name. */
export const differing = (
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): readonly string[] => Object.keys(a).filter((table) => a[table] !== b[table]);
