/** The locks of a sign-in attempt: the attempts that each counts, and the number of wrong ones that it allows. */

import { networkOf } from './network.ts';
import type { Asking, Subject, Way } from './sign-in-attempt.ts';

export interface Limit {
  readonly failuresMax: number;
  readonly lockSecondsMax: number;
  /** Older wrong attempts are not counted; null counts all, because a PIN is short. */
  readonly countedSeconds: number | null;
}

export interface Lock {
  /** Identifies the lock in the count of refused attempts. */
  readonly key: string;
  readonly limit: Limit;
  /** SQL conditions on `identity.login_attempt`: attempts that are counted, and attempts that reset the count. */
  readonly counted: string;
  readonly forgiven?: string;
  readonly values: readonly unknown[];
}

/** For a name in one network, or in one browser. */
const OF_PASSWORD: Limit = { failuresMax: 5, lockSecondsMax: 900, countedSeconds: 3600 };
/** For a name over all networks, because an attacker may have thousands of addresses. */
const OF_NAME: Limit = { failuresMax: 50, lockSecondsMax: 900, countedSeconds: 3600 };
/** Attempts from one network, under any name. */
const OF_NETWORK: Limit = { failuresMax: 60, lockSecondsMax: 900, countedSeconds: 900 };
const OF_PIN: Limit = { failuresMax: 5, lockSecondsMax: 86_400, countedSeconds: null };
/**
 * More than the limit of one user, so that a colleague who forgot their PIN does not lock the others out of the till.
 */
const OF_TILL: Limit = { failuresMax: 15, lockSecondsMax: 86_400, countedSeconds: null };

/**
 * For codes typed in unknown browsers: an attacker who guesses codes has the password already. Three of a million
 * codes are valid at a time, so a year of guessing succeeds with a probability of one in forty.
 */
const OF_CODE: Limit = { failuresMax: 10, lockSecondsMax: 3600, countedSeconds: null };

/** A network is known for a user for this many days after a sign-in. */
const KNOWN_DAYS = 90;
const NETWORK = 'coalesce(network, ip)';

/** Keys that serialise attempts counted together, the widest first. */
export function lockKeys({ way, name, ip, tillId, deviceId, isCode }: Subject): readonly string[] {
  if (way === 'pin') return tillId === undefined ? [`pin:${name}`] : [`till:${tillId}`, `pin:${name}@${tillId}`];
  if (deviceId !== undefined) return [`password:${name}:device:${deviceId}`];
  return [...(isCode ? [`code:${name}`] : []), `${way}:${name}@${networkOf(ip)}`];
}

export async function locksOf(client: Asking, subject: Subject): Promise<readonly Lock[]> {
  const { way, name, tillId, deviceId, isCode } = subject;
  if (way === 'pin') return tillId === undefined ? [] : [ofPin(name, tillId), ofTill(tillId)];
  if (deviceId !== undefined) return [ofDevice(name, deviceId)];
  const network = networkOf(subject.ip);
  const own = [ofNameInNetwork(way, name, network), ...(isCode ? [ofCode(name)] : [])];
  return (await isKnownThere(client, way, name, network)) ? own : [...own, ofName(way, name), ofNetwork(way, network)];
}

/** Attempts with a password; those of the staff and of application customers are counted separately. */
type ByPassword = Exclude<Way, 'pin'>;

async function isKnownThere(client: Asking, way: ByPassword, name: string, network: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from identity.login_attempt where way = $4 and email = $1 and outcome = 'signed_in'
       and ${NETWORK} = $2 and at > now() - make_interval(days => $3) limit 1`,
    [name, network, KNOWN_DAYS, way],
  );
  return rowCount !== 0;
}

const ofDevice = (name: string, deviceId: number): Lock => ({
  key: `password:${name}:device:${deviceId}`,
  limit: OF_PASSWORD,
  counted: `way = 'password' and email = $1 and device_id = $2`,
  forgiven: `way = 'password' and email = $1 and (outcome = 'unlocked' or (outcome = 'signed_in' and device_id = $2))`,
  values: [name, deviceId],
});

const ofNameInNetwork = (way: ByPassword, name: string, network: string): Lock => ({
  key: `${way}:${name}@${network}`,
  limit: OF_PASSWORD,
  counted: `way = '${way}' and email = $1 and ${NETWORK} = $2 and device_id is null`,
  forgiven: `way = '${way}' and email = $1 and (outcome = 'unlocked' or (outcome = 'signed_in' and ${NETWORK} = $2))`,
  values: [name, network],
});

const ofName = (way: ByPassword, name: string): Lock => ({
  key: `${way}:${name}`,
  limit: OF_NAME,
  counted: `way = '${way}' and email = $1 and device_id is null`,
  forgiven: `way = '${way}' and email = $1 and outcome in ('signed_in', 'unlocked')`,
  values: [name],
});

const ofCode = (name: string): Lock => ({
  key: `code:${name}`,
  limit: OF_CODE,
  counted: `way = 'password' and email = $1 and outcome = 'wrong_code' and device_id is null`,
  forgiven: `way = 'password' and email = $1 and outcome in ('signed_in', 'unlocked')`,
  values: [name],
});

/** A successful sign-in does not reset the count, because an attacker could reset it with an account of their own. */
const ofNetwork = (way: ByPassword, network: string): Lock => ({
  key: way === 'shop' ? `shop network:${network}` : `network:${network}`,
  limit: OF_NETWORK,
  counted: `way = '${way}' and ${NETWORK} = $1 and device_id is null`,
  values: [network],
});

/** At one till, so that nobody locks a colleague out of another one. */
const ofPin = (name: string, tillId: number): Lock => ({
  key: `pin:${name}@${tillId}`,
  limit: OF_PIN,
  counted: `way = 'pin' and email = $1 and till_id = $2`,
  forgiven: `way = 'pin' and email = $1 and (outcome = 'unlocked' or (outcome = 'signed_in' and till_id = $2))`,
  values: [name, tillId],
});

const ofTill = (tillId: number): Lock => ({
  key: `till:${tillId}`,
  limit: OF_TILL,
  counted: 'till_id = $1',
  forgiven: `till_id = $1 and outcome in ('signed_in', 'unlocked')`,
  values: [tillId],
});
