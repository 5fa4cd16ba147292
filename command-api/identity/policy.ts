/** What a password and a PIN must be. No rule about kinds of characters: length and not being guessed first are what count. */
import type { RecordState } from '../../domain/kernel/record.ts';
import type { Issues } from '../../domain/kernel/refusal.ts';
import { isTrivialPin, PIN_LENGTH, policyOf, type SignInPolicy } from '../../domain/people/sign-in-policy.ts';
import { SETTINGS_STREAM } from '../handling/load.ts';
import type { Commands } from '../handling/open-commands.ts';
import { isCommon } from './common-passwords.ts';

export async function signInPolicy({ handler }: Commands): Promise<SignInPolicy> {
  const found = await handler.states.read([SETTINGS_STREAM]);
  const settings = found.get(SETTINGS_STREAM)?.state as RecordState | undefined;
  return policyOf(settings?.status === 'active' ? settings.data : undefined);
}

/** `about` is what everybody knows of the person: their address and their name. */
export function checkPassword(
  issues: Issues,
  { password_length_min }: SignInPolicy,
  { password, confirmation, about }: { password: string; confirmation: string; about: readonly string[] },
): void {
  const least = String(password_length_min);
  issues.check([...password].length >= password_length_min, 'new_password', 'min_length', { value: least });
  const known = about.some((each) => each !== '' && each.toLowerCase() === password.toLowerCase());
  issues.check(!known && !isCommon(password), 'new_password', 'password_too_common');
  issues.check(password === confirmation, 'new_password_confirmation', 'confirmed');
}

export function checkPin(issues: Issues, { pin_length_min }: SignInPolicy, field: string, pin: string): void {
  issues.check(/^\d+$/.test(pin), field, 'must_be_digits');
  issues.check(pin.length >= pin_length_min, field, 'min_length', { value: String(pin_length_min) });
  issues.check(!isTrivialPin(pin), field, 'pin_too_simple');
  issues.check(pin.length <= PIN_LENGTH.most, field, 'max_length', { value: String(PIN_LENGTH.most) });
}
