/**
 * Links the office's sign-in to the till on the same device: a PIN entered there also opens the till, online or
 * offline.
 */
import type { PinKey } from '../../../domain/till/till-ticket.ts';
import { command } from '../../shared/api/command.ts';
import { refreshToken, setToken } from '../../shared/api/token.ts';
import { adoptProfile } from '../../shared/language/language.ts';
import { SIGNED_IN } from '../../shared/session/session.ts';
import { DeviceClock } from './clock.ts';
import { TillDatabase } from './database.ts';
import { OfflineRights } from './offline-rights.ts';
import { TabChannel } from './tab-channel.ts';

/** Grants the offline right after the server has accepted the PIN in the office. */
export async function grantAtOffice(userId: number, pin: string, pinKey?: PinKey): Promise<void> {
  const channel = new TabChannel();
  const database = new TillDatabase(() => undefined);
  try {
    const clock = new DeviceClock(database, channel);
    await clock.open();
    await new OfflineRights(database, clock).grant(userId, pin, pinKey);
  } finally {
    channel.close();
    database.close();
  }
}

/**
 * The person who is signed in by PIN at this till; undefined without one, and for a sign-in by password. Throws
 * ApiError.
 */
export async function signedInAtTill(till: number): Promise<number | undefined> {
  if (isSignedOut() || !(await refreshToken())) return undefined;
  const { data: me } = await command('auth/me', { shape: { user_id: 'number' } });
  if (me.till?.till_id === till) {
    await adoptProfile(me);
    return me.user_id;
  }
  // The till makes no requests with the office's rights.
  setToken(undefined);
  return undefined;
}

/** True when no person is signed in to the office. */
export const isSignedOut = (): boolean => localStorage.getItem(SIGNED_IN) === null;

/** Calls back when a person signs out in another window. */
export function whenSignedOutElsewhere(listener: () => void, signal: AbortSignal): void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === SIGNED_IN && newValue === null) listener();
  };
  globalThis.addEventListener('storage', hear, { signal });
}
