/** The core of a till: its parts, opened together, and their background work while the page is open. */
import { ApiError } from '../../shared/api/error.ts';
import { watchCount } from '../../shared/api/watched-count.ts';
import { Cashiers } from './cashiers.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { DeviceClock } from './clock.ts';
import { StorageFull, TillDatabase } from './database.ts';
import { OWN, type TillIdentity } from './database-schema.ts';
import { Journal } from './journal.ts';
import { exportJournal } from './journal-export.ts';
import { whenSignedOutElsewhere } from './office-sign-in.ts';
import { Parked } from './parked.ts';
import { Sender } from './sender.ts';
import { type DeviceReport, ORDERS, requestState, type ServerState } from './server.ts';
import { SharedSales } from './shared-sales.ts';
import { DeviceStorage } from './storage.ts';
import { TabChannel } from './tab-channel.ts';
import { pageVersion, Updates } from './updates.ts';
import { Watchable } from './watched.ts';

/** Interval of requests for catalogue changes and the till's state. */
const REFRESH_MS = 60_000;

/** The reason why a browser cannot be a till. */
export class DeviceUnable extends Error {
  readonly reason: 'no_storage' | 'not_secure' | 'no_locks';

  constructor(reason: DeviceUnable['reason']) {
    super(`this browser can be no till: ${reason}`);
    this.name = 'DeviceUnable';
    this.reason = reason;
  }
}

export class TillDevice {
  /** Undefined when this browser is no till, or has never reached the server. */
  readonly identity = new Watchable<TillIdentity | undefined>(undefined);
  /** The server's last state; undefined until it was reached after the page was opened. */
  readonly server = new Watchable<ServerState | undefined>(undefined);
  /** Whether the last request was answered. */
  readonly network = new Watchable<'online' | 'offline'>('offline');
  /** Pending online orders of this outlet; undefined until the server has answered. */
  readonly orders = new Watchable<number | undefined>(undefined);
  readonly updates = new Updates();
  readonly storage = new DeviceStorage();
  readonly clock: DeviceClock;
  readonly catalogue: Catalogue;
  readonly journal: Journal;
  readonly sender: Sender;
  readonly cashiers: Cashiers;
  readonly parked: Parked;
  readonly shared: SharedSales;
  readonly #database = new TillDatabase(() => this.updates.reload());
  readonly #channel = new TabChannel();
  readonly #ended = new AbortController();
  /** True until the server is first reached. */
  #isNew = true;

  constructor() {
    const [database, channel, { identity }] = [this.#database, this.#channel, this];
    const clock = new DeviceClock(database, channel);
    this.clock = clock;
    this.catalogue = new Catalogue({
      database,
      channel,
      identity,
      moment: () => clock.moment(),
      onOpened: () => void this.cashiers.open(),
    });
    this.journal = new Journal({
      database,
      channel,
      clock,
      identity,
      onWritten: (kept) => this.catalogue.sold.add(kept),
      onLost: () => this.storage.noteLost(),
    });
    this.sender = new Sender(database, channel, (isReached) => this.#noteNetwork(isReached));
    this.cashiers = new Cashiers({ database, channel, clock, identity, tables: () => this.catalogue.tables() });
    this.parked = new Parked(database, channel);
    this.shared = new SharedSales(this.parked, clock);
    channel.when('identity', () => void this.#readIdentity());
  }

  /** Loads the stored state, without a network. */
  async open(): Promise<void> {
    await Promise.all([this.#readIdentity(), this.clock.open(), this.catalogue.open(), this.sender.look()]);
    await this.cashiers.open();
  }

  /**
   * Connects to the server now and every minute, and sends pending entries, until the page is closed or `close` is
   * called.
   */
  start(): void {
    const { signal } = this.#ended;
    void this.sender.run(signal);
    void this.updates.register(signal);
    void this.storage.look();
    void watchCount(ORDERS, (count) => this.orders.set(count), signal);
    const refresh = () => void this.refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    globalThis.addEventListener('online', refresh, { signal });
    globalThis.addEventListener('offline', () => this.#noteNetwork(false), { signal });
    whenSignedOutElsewhere(() => void this.cashiers.leaveWithOffice(), signal);
    refresh();
  }

  /** Loads the till's state and catalogue changes from the server, and removes old entries. */
  async refresh(): Promise<void> {
    try {
      await this.#reachServer();
      await this.catalogue.refresh(this.#ended.signal);
      if (this.#isNew) await this.cashiers.takeUpOffice();
      this.#isNew = false;
      const drawers = this.server.current()?.open_drawers ?? [];
      await this.journal.clean(new Set(drawers.map(({ id }) => String(id))));
      await this.shared.exchange();
    } catch (problem) {
      if (this.#ended.signal.aborted) return;
      if (problem instanceof StorageFull) return this.storage.look();
      if (!(problem instanceof ApiError)) throw problem;
      this.#noteNetwork(problem.status > 0 && problem.status < 500);
      await this.clock.tick();
    }
  }

  exportFile(only?: 'refused') {
    return exportJournal(this.#database, this.identity.current(), this.clock.moment().date, only);
  }

  close(): void {
    this.#ended.abort();
    this.#channel.close();
    this.#database.close();
  }

  async #reachServer(): Promise<void> {
    const sentMs = this.clock.deviceMs();
    const state = await requestState(this.#report());
    await this.clock.measure(state.server_time, sentMs, this.clock.deviceMs(), state.time_zone);
    const before = this.identity.current();
    if (JSON.stringify(before) !== JSON.stringify(state.identity)) {
      await this.#database.use((db) => db.put('identity', state.identity, OWN));
      this.#channel.changed('identity');
      this.identity.set(state.identity);
    }
    const { enrolment } = state.identity;
    if (state.head) await this.journal.adoptHead(enrolment, state.head);
    const stored = { sequence: state.head?.sequence ?? 0, gaps: state.gaps };
    if ((await this.journal.sendAgain(enrolment, stored)) > 0) this.sender.wake();
    this.server.set(state);
    this.#noteNetwork(true);
  }

  #report(): DeviceReport {
    const { waiting, refused, oldest } = this.sender.state.current();
    const offsetMs = this.clock.state.current().offset_ms;
    return {
      waiting,
      refused,
      version: pageVersion(),
      has_update: this.updates.state.current().ready,
      oldest_at: oldest === null ? null : new Date(Date.parse(oldest) + offsetMs).toISOString(),
    };
  }

  async #readIdentity(): Promise<void> {
    const identity = await this.#database.use((db) => db.get('identity', OWN));
    if (JSON.stringify(identity) !== JSON.stringify(this.identity.current())) this.identity.set(identity);
  }

  #noteNetwork(isReached: boolean): void {
    const before = this.network.current();
    this.network.set(isReached ? 'online' : 'offline');
    if (!isReached || before === 'online') return;
    this.sender.wake();
    void this.cashiers.endSessionOfAnother();
  }
}

/** Throws DeviceUnable. */
export async function openTillDevice(): Promise<TillDevice> {
  if (!globalThis.isSecureContext) throw new DeviceUnable('not_secure');
  if (!('indexedDB' in globalThis)) throw new DeviceUnable('no_storage');
  if (!('locks' in navigator)) throw new DeviceUnable('no_locks');
  const device = new TillDevice();
  await device.open();
  return device;
}
