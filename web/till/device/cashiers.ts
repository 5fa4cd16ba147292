/**
 * The cashier at this device. Sign-in is checked by the server, or offline by the device; a session has only the rights
 * of a till, whatever the role allows. All windows share one session.
 */

import { TILL_PERMISSIONS } from '../../../domain/registry/till-permissions.ts';
import {
  type ApprovalTicket,
  fromBase64Url,
  macOf,
  type PinKey,
  type SignInTicket,
  signTicket,
  type TillTicket,
} from '../../../domain/till/till-ticket.ts';
import { isObject } from '../../../domain/values/members.ts';
import { command } from '../../shared/api/command.ts';
import { ApiError } from '../../shared/api/error.ts';
import { setToken, tokenOwner } from '../../shared/api/token.ts';
import { type CashierSignIn, signInCashier, signOut } from '../../shared/session/session.ts';
import type { TillCashier } from './catalogue/catalogue-rows.ts';
import type { CatalogueTables } from './catalogue/catalogue-tables.ts';
import type { DeviceClock } from './clock.ts';
import type { TillDatabase } from './database.ts';
import { type KeptSession, OWN, type TillIdentity } from './database-schema.ts';
import { isSignedOut, signedInAtTill } from './office-sign-in.ts';
import { type OfflineCheck, OfflineRights } from './offline-rights.ts';
import type { TabChannel } from './tab-channel.ts';
import { Watchable, type Watched } from './watched.ts';

type Unsigned = Pick<ApprovalTicket, 'kind' | 'entry' | 'rights'> | Pick<SignInTicket, 'kind'>;
export type Who = { readonly id: number } | { readonly code: string };

export interface CashierSession {
  readonly cashier: TillCashier;
  readonly locked: boolean;
  readonly signed_in: 'online' | 'offline';
  readonly since: string;
}

interface Refused<Outcome> {
  readonly outcome: Outcome;
  /** Remaining PIN attempts while offline. */
  readonly left?: number;
  /** The server's message. */
  readonly message?: string;
}
export type RefusedSignIn = Refused<'wrong' | 'not_a_cashier' | 'not_known_here' | 'expired' | 'wiped' | 'too_many'>;
export type SignInResult = { readonly outcome: 'signed_in'; readonly session: CashierSession } | RefusedSignIn;
export type ApprovalResult =
  | {
      readonly outcome: 'approved';
      readonly approved_by_fk: number;
      readonly name: string;
      /** Proves the approval to the server; undefined from a server or a sign-in of former versions. */
      readonly ticket: string | undefined;
    }
  | RefusedSignIn
  | Refused<'may_not'>;

/** Default hours for which an online sign-in allows offline ones. */
export const OFFLINE_HOURS = 12;

export interface CashierParts {
  readonly database: TillDatabase;
  readonly channel: TabChannel;
  readonly clock: DeviceClock;
  readonly identity: Watched<TillIdentity | undefined>;
  tables(): CatalogueTables;
}

export class Cashiers {
  readonly session = new Watchable<CashierSession | undefined>(undefined);
  readonly #parts: CashierParts;
  readonly #rights: OfflineRights;
  #offline: ReadonlySet<number> = new Set();

  constructor(parts: CashierParts) {
    this.#parts = parts;
    this.#rights = new OfflineRights(parts.database, parts.clock);
    parts.channel.when('session', () => void this.open());
  }

  /** Restores the device's session; ends it when the person is no cashier any more. */
  async open(): Promise<void> {
    const { cashiers } = this.#parts.tables();
    if (cashiers.length > 0) await this.#rights.keepOnly(cashiers.map(({ id }) => id));
    this.#offline = await this.#rights.holders(this.#offlineHours());
    const kept = await this.#parts.database.use((db) => db.get('session', OWN));
    if (kept?.of_office && isSignedOut()) return this.#change(() => undefined);
    const owner = tokenOwner();
    // Another cashier has signed in in another window.
    if (kept && owner && owner !== String(kept.cashier_id)) setToken(undefined);
    const cashier = kept && this.#cashier({ id: kept.cashier_id });
    this.session.set(kept && cashier ? sessionOf(kept, cashier) : undefined);
  }

  /**
   * A cashier who is signed in at the office on this device is signed in here too, with a till's rights. Throws
   * ApiError.
   */
  async takeUpOffice(): Promise<void> {
    const { database, identity } = this.#parts;
    const till = identity.current()?.till_id;
    const isFree = async () => (await database.use((db) => db.count('session'))) === 0;
    if (till === undefined || !(await isFree())) return;
    const id = await signedInAtTill(till);
    const cashier = id === undefined ? undefined : this.#cashier({ id });
    // Another cashier may have signed in here meanwhile.
    if (cashier && (await isFree())) await this.#begin(cashier, 'online', { of_office: true });
  }

  /** Ends a session that was taken from the office when the office signs out. */
  async leaveWithOffice(): Promise<void> {
    const kept = await this.#parts.database.use((db) => db.get('session', OWN));
    if (kept?.of_office) await this.#change(() => undefined);
  }

  /** Cashiers of this outlet; `offline` is true for those who may sign in offline. */
  list(): readonly (TillCashier & { readonly offline: boolean })[] {
    return this.#parts.tables().cashiers.map((cashier) => ({ ...cashier, offline: this.#offline.has(cashier.id) }));
  }

  /** Replaces the signed-in cashier; the other's drawer remains open. */
  async signIn(who: Who, pin: string): Promise<SignInResult> {
    const online = await this.#online(who, pin);
    if (online !== 'not_reached') return online;
    const cashier = this.#cashier(who);
    if (!cashier) return { outcome: 'not_known_here' };
    const checked = await this.#rights.check(cashier.id, pin, this.#offlineHours());
    if (checked.outcome !== 'right') return refusedOf(checked);
    const ticket = await this.#signed(checked.key, cashier.id, { kind: 'sign_in' });
    return this.#begin(cashier, 'offline', ticket === undefined ? {} : { ticket });
  }

  /**
   * Once online, ends the server session of another person: the cookie belongs to the last online sign-in, which may
   * not be the current cashier.
   */
  async endSessionOfAnother(): Promise<void> {
    if (this.session.current()?.signed_in === 'offline') await signOut();
  }

  /** Until the PIN of the same cashier, or another cashier's sign-in. */
  async lock(): Promise<void> {
    await this.#change((kept) => ({ ...kept, locked: true }));
  }

  async unlock(pin: string): Promise<SignInResult> {
    const session = this.session.current();
    return session ? this.signIn({ id: session.cashier.id }, pin) : { outcome: 'not_known_here' };
  }

  /** Pending entries are still sent. */
  async signOut(): Promise<void> {
    await this.#change(() => undefined);
    await signOut();
  }

  /** Limited to the rights of a till; false while the till is locked. */
  may(right: string): boolean {
    const session = this.session.current();
    return session !== undefined && !session.locked && mayAtTill(session.cashier, right);
  }

  /** A supervisor's PIN for one action that the cashier may not take; `entry` is the UUID of its entry. */
  async approve(who: Who, pin: string, rights: readonly string[], entry: string): Promise<ApprovalResult> {
    const online = await this.#approveOnline(who, pin, rights, entry);
    if (online !== 'not_reached') return online;
    const supervisor = this.#cashier(who);
    if (!supervisor) return { outcome: 'not_known_here' };
    const checked = await this.#rights.check(supervisor.id, pin, this.#offlineHours());
    if (checked.outcome !== 'right') return refusedOf(checked);
    if (!rights.every((right) => mayAtTill(supervisor, right))) return { outcome: 'may_not' };
    const ticket = await this.#signed(checked.key, supervisor.id, { kind: 'approval', entry, rights });
    return { outcome: 'approved', approved_by_fk: supervisor.id, name: supervisor.name, ticket };
  }

  /** The device signs with the key of the PIN that was just typed. */
  async #signed(key: PinKey | undefined, user_fk: number, ticket: Unsigned): Promise<string | undefined> {
    const enrolment = this.#parts.identity.current()?.enrolment;
    if (key === undefined || enrolment === undefined) return undefined;
    const at = this.#parts.clock.now().toISOString();
    const whole: TillTicket = { ...ticket, key: key.issued_at, enrolment, user_fk, at };
    return signTicket(whole, await macOf(fromBase64Url(key.secret)));
  }

  async #online(who: Who, pin: string): Promise<SignInResult | 'not_reached'> {
    const outlet_fk = this.#parts.identity.current()?.outlet_id;
    if (outlet_fk === undefined) return 'not_reached';
    const cashier = this.#cashier(who);
    const given: CashierSignIn =
      'id' in who ? { outlet_fk, user_fk: who.id, pin } : { outlet_fk, user_code: who.code, pin };
    let key: PinKey | undefined;
    try {
      await signInCashier(given, async (_user, given_key) => {
        key = given_key;
      });
    } catch (problem) {
      const refusal = refusalOf(problem);
      const isRefused = refusal !== 'not_reached' && refusal.outcome !== 'too_many';
      if (isRefused && cashier) await this.#rights.removeIfProved(cashier.id, pin);
      return refusal;
    }
    if (!cashier) return { outcome: 'not_known_here' };
    const result = await this.#begin(cashier, 'online');
    await this.#rights.grant(cashier.id, pin, key);
    this.#offline = await this.#rights.holders(this.#offlineHours());
    return result;
  }

  async #approveOnline(
    who: Who,
    pin: string,
    rights: readonly string[],
    entry: string,
  ): Promise<ApprovalResult | 'not_reached'> {
    const person = 'id' in who ? { user_fk: who.id } : { user_code: who.code };
    try {
      const { data } = await command('till/approvals', { body: { ...person, pin, rights, entry }, anonymous: true });
      const { user_id, name, ticket } = isObject(data) ? data : {};
      if (typeof user_id !== 'number') return 'not_reached';
      const proof = typeof ticket === 'string' ? ticket : undefined;
      return { outcome: 'approved', approved_by_fk: user_id, name: String(name ?? ''), ticket: proof };
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 403)
        return { outcome: 'may_not', message: problem.message };
      return refusalOf(problem);
    }
  }

  async #begin(
    cashier: TillCashier,
    signed_in: KeptSession['signed_in'],
    by: Pick<KeptSession, 'of_office' | 'ticket'> = {},
  ): Promise<SignInResult> {
    const since = this.#parts.clock.now().toISOString();
    const kept: KeptSession = { cashier_id: cashier.id, locked: false, signed_in, since, ...by };
    await this.#change(() => kept);
    return { outcome: 'signed_in', session: sessionOf(kept, cashier) };
  }

  async #change(change: (kept: KeptSession) => KeptSession | undefined): Promise<void> {
    const kept = await this.#parts.database.use((db) => db.get('session', OWN));
    const next = change(kept ?? { cashier_id: 0, locked: true, signed_in: 'offline', since: '' });
    await this.#parts.database.use(async (db) => {
      await (next ? db.put('session', next, OWN) : db.delete('session', OWN));
    });
    const cashier = next && this.#cashier({ id: next.cashier_id });
    this.session.set(next && cashier ? sessionOf(next, cashier) : undefined);
    this.#parts.channel.changed('session');
  }

  #cashier(who: Who): TillCashier | undefined {
    const { cashiers } = this.#parts.tables();
    return cashiers.find((cashier) => ('id' in who ? cashier.id === who.id : cashier.code === who.code));
  }

  #offlineHours(): number {
    const hours = Number(this.#parts.tables().settings['offline_hours'] ?? OFFLINE_HOURS);
    return Number.isFinite(hours) ? hours : OFFLINE_HOURS;
  }
}

const mayAtTill = ({ rights }: TillCashier, right: string): boolean =>
  TILL_PERMISSIONS.has(right) && rights.includes(right);

const sessionOf = ({ locked, signed_in, since }: KeptSession, cashier: TillCashier): CashierSession => ({
  cashier: { ...cashier, rights: cashier.rights.filter((right) => TILL_PERMISSIONS.has(right)) },
  locked,
  signed_in,
  since,
});

function refusedOf(checked: Exclude<OfflineCheck, { outcome: 'right' }>): RefusedSignIn {
  return checked;
}

/** A server error counts as not reached. */
function refusalOf(problem: unknown): RefusedSignIn | 'not_reached' {
  if (!(problem instanceof ApiError)) throw problem;
  const { status, errors, message } = problem;
  if (status === 0 || status >= 500) return 'not_reached';
  const said = Object.values(errors).flat()[0] ?? message;
  if (status === 429) return { outcome: 'too_many', message: said };
  return { outcome: errors['pin'] ? 'wrong' : 'not_a_cashier', message: said };
}
