/** The signed-in person. Loaded once after sign-in or reload; screens depend on its permissions. */

import { useSyncExternalStore } from 'react';
import type { PinKey } from '../../../domain/till/till-ticket.ts';
import { noteActivity } from '../api/activity.ts';
import { whenStepPending } from '../api/client.ts';
import { command, type Posts } from '../api/command.ts';
import { ApiError } from '../api/error.ts';
import { refreshToken, setToken, whenSignedOut } from '../api/token.ts';
import type { Shape } from '../api/wire.ts';
import { keepDraftsAgain } from '../document/model/removed-drafts.ts';
import { adoptProfile } from '../language/language.ts';
import { keepShopZone } from '../typing/shop-zone.ts';
import { setBoundAccounts } from './bound-accounts.ts';
import { adoptMenu } from './menu-setting.ts';

export type Me = Posts['auth/me']['answer'];
export type Currency = Me['system_currency'];
/** The person's own personal data. */
export type Personal = Me['personal'];

export type Session =
  | { readonly status: 'starting' | 'signed_out' }
  | { readonly status: 'unreachable' }
  | { readonly status: 'must_change_password' | 'must_set_up_second_factor'; readonly me: Me }
  | { readonly status: 'signed_in'; readonly me: Me };

const ME: Shape<Me> = {
  user_id: 'number',
  permissions: 'list',
  outlets: 'list',
  system_currency: 'object',
};

let session: Session = { status: 'starting' };
const listeners = new Set<() => void>();

function setState(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Whether a refresh cookie may exist, which scripts cannot see. Does not identify its owner. */
export const SIGNED_IN = 'daftar.signed_in';

function becomeSignedOut(): void {
  localStorage.removeItem(SIGNED_IN);
  setState({ status: 'signed_out' });
}

whenSignedOut(becomeSignedOut);

export function currentSession(): Session {
  return session;
}

export function useSession(): Session {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => session,
  );
}

/** Restores the session of the refresh cookie after a reload, or opens the sign-in page. */
export async function resumeSession(): Promise<void> {
  setState({ status: 'starting' });
  try {
    // No session was started in this browser, so there is no cookie to try.
    if (localStorage.getItem(SIGNED_IN) === null) setState({ status: 'signed_out' });
    else if (await refreshToken()) await loadMe();
    else becomeSignedOut();
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 401) becomeSignedOut();
    else setState({ status: 'unreachable' });
  }
}

/** A window that waits at the sign-in page continues when a person signs in in another window of the browser. */
export function followOtherWindows(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGNED_IN && newValue !== null && session.status === 'signed_out') void resumeSession();
  });
}

/**
 * Back-office sign-in. Returns the ticket for `signInWithCode` when two-step verification is set up. Throws ApiError
 * with the server's message.
 */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  const { data } = await command('auth/login', {
    body: { email, password },
    anonymous: true,
    shape: { access_token: 'string?', ticket: 'string?' },
  });
  if (data.ticket !== undefined) return data.ticket;
  await enter(data);
  void adoptMenu();
  return undefined;
}

/** The second step. Throws ApiError with the server's message. */
export async function signInWithCode(ticket: string, code: string): Promise<void> {
  await enter((await command('auth/second_factor', { body: { ticket, code }, anonymous: true })).data);
  void adoptMenu();
}

export interface CashierSignIn {
  readonly outlet_fk: number;
  readonly user_fk?: number;
  readonly user_code?: string;
  readonly pin: string;
}

type WhenProved = (user: number | undefined, key: PinKey | undefined) => Promise<void>;

/** Sign-in at a till; waits for `whenProved` before the session starts. Throws ApiError with the server's message. */
export async function signInCashier(cashier: CashierSignIn, whenProved?: WhenProved): Promise<void> {
  const { data } = await command('auth/login_cashier', { body: cashier, anonymous: true });
  await whenProved?.(data.user?.user_id, data.pin_key);
  await enter(data);
}

async function enter({ access_token }: { readonly access_token?: string }): Promise<void> {
  if (access_token === undefined) throw new ApiError(0, { code: 'unreadable' });
  setToken(access_token);
  localStorage.setItem(SIGNED_IN, 'yes');
  keepDraftsAgain();
  noteActivity();
  setState({ status: 'starting' });
  await loadMe();
}

/** Reloads the profile: after sign-in, and after the person changed it. */
export async function loadMe(): Promise<void> {
  const { data: me } = await command('auth/me', { shape: ME });
  await adoptProfile(me);
  setBoundAccounts(me.system_settings);
  keepShopZone(me.time_zone);
  setState({ status: pendingStep(me) ?? 'signed_in', me });
}

function pendingStep(me: Me): 'must_change_password' | 'must_set_up_second_factor' | undefined {
  if (me.must_change_password) return 'must_change_password';
  return me.must_set_up_second_factor ? 'must_set_up_second_factor' : undefined;
}

/** The server refuses other requests until the person has taken a step: its page is shown. */
whenStepPending(() => {
  // The refused request shows its own error.
  if (session.status === 'signed_in') void loadMe().catch(() => undefined);
});

/**
 * Clears all data of the person; with `leaving` the sign-in page starts afresh, otherwise the next sign-in returns to
 * the same page.
 */
export async function signOut(leaving?: 'leaving'): Promise<void> {
  try {
    await command('auth/logout');
  } catch {
    // A cookie of an unknown session is harmless; the person is signed out either way.
  }
  setToken(undefined);
  if (leaving) window.history.replaceState(null, '', '/login');
  becomeSignedOut();
}

export const SUPER_USER_ID = 1;

/** `a##b` requires a or b; the super user holds all. */
export function holds(me: Pick<Me, 'user_id' | 'permissions'>, permission: string | undefined): boolean {
  if (permission === undefined || me.user_id === SUPER_USER_ID) return true;
  return permission.split('##').some((alternative) => me.permissions.includes(alternative));
}

/** The profile of the signed-in person; only for screens inside the shell. */
export function useMe(): Me {
  const now = useSession();
  if (now.status !== 'signed_in') throw new Error('useMe outside of a signed-in screen');
  return now.me;
}

/** `const can = useCan(); can("items/store")` */
export function useCan(): (permission: string | undefined) => boolean {
  const me = useMe();
  return (permission) => holds(me, permission);
}
