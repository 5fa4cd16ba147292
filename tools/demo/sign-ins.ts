/**
 * Credentials of the demonstration: one password for all staff and one PIN for the cashiers, generated for this
 * database and printed once.
 */
import { randomInt } from 'node:crypto';
import type { Commands } from '../../command-api/commands/open-commands.ts';
import { setPin } from '../../command-api/identity/at-tills/pins.ts';
import { givePassword } from '../../command-api/identity/credentials.ts';
import { oneTimePassword } from '../../command-api/identity/passwords/one-time-password.ts';
import { PIN_LENGTH } from '../../domain/organisation/sign-in-policy.ts';
import { isTrivialPin } from '../../domain/people/trivial-pin.ts';
import { SUPER_USER_ID } from '../../identity/person.ts';
import type { Business } from './business.ts';

function randomPin(): string {
  const pin = String(randomInt(10 ** (PIN_LENGTH.usual - 1), 10 ** PIN_LENGTH.usual));
  return isTrivialPin(pin) ? randomPin() : pin;
}

/** Returns lines for display. */
export async function giveSignIns({ pool }: Commands, { places, accountant, people }: Business): Promise<string[]> {
  const password = oneTimePassword();
  for (const { user_id } of people) await givePassword(pool, user_id, password, false);
  const pin = randomPin();
  for (const { cashier } of places) {
    await setPin(pool, cashier.user_id, pin, { userId: SUPER_USER_ID, subjectId: cashier.user_id });
  }
  const [{ manager, clerk, cashier }] = places;
  const staff = [manager, accountant, clerk].map(({ user }) => user.email).join(', ');
  return [
    `Staff of the demonstration (shown once): ${staff}`,
    `  with the password ${password}; cashiers such as ${cashier.user.user_name} with the PIN ${pin} at an enrolled till`,
  ];
}
