/** Rules of passwords and PINs: length, and not being easy to guess. Kinds of characters are not required. */

import { PIN_LENGTH, policyOf, type SignInPolicy } from '../../domain/organisation/sign-in-policy.ts';
import { isTrivialPin } from '../../domain/people/trivial-pin.ts';
import { recordStateOf } from '../../domain/records/record.ts';
import { foldName } from '../../domain/values/fold-name.ts';
import type { Issues } from '../../domain/values/refusal.ts';
import { SETTINGS_STREAM } from '../aggregates/command-context.ts';
import type { Commands } from '../commands/open-commands.ts';
import { isCommon } from './passwords/common-passwords.ts';
import type { LeakedPasswords } from './passwords/leaked-passwords.ts';

export interface SecretPolicy extends SignInPolicy {
  readonly business_name: string;
}

export async function signInPolicy({ handler }: Commands): Promise<SecretPolicy> {
  const found = await handler.states.read([SETTINGS_STREAM]);
  const settings = recordStateOf(found.get(SETTINGS_STREAM)?.state);
  const data = settings?.status === 'active' ? settings.data : undefined;
  return { ...policyOf(data), business_name: String(data?.['business_name'] ?? '') };
}

interface GivenPassword {
  readonly password: string;
  readonly confirmation: string;
  /** Commonly known texts about the user: email and names. */
  readonly about: readonly string[];
  /** Undefined when the operator has not configured the file. */
  readonly leaked: LeakedPasswords | undefined;
}

export async function checkPassword(
  issues: Issues,
  { password_length_min, business_name }: SecretPolicy,
  { password, confirmation, about, leaked }: GivenPassword,
): Promise<void> {
  const least = String(password_length_min);
  issues.check([...password].length >= password_length_min, 'new_password', 'min_length', { value: least });
  const isKnown = isOfNames(password, [...about, business_name]);
  issues.check(!isKnown && !isCommon(password), 'new_password', 'password_too_common');
  if (issues.list.length === 0 && (await leaked?.has(password))) issues.add('new_password', 'password_leaked');
  issues.check(password === confirmation, 'new_password_confirmation', 'confirmed');
}

/** True for a name, a part of one, or an email, with a few digits and signs: `daftar-2026!`. */
function isOfNames(password: string, names: readonly string[]): boolean {
  const typed = foldName(password);
  const known = names.flatMap((name) => [name, ...name.split(/[\s@._-]+/)].map(foldName)).filter((name) => name !== '');
  const letters = lettersOf(typed);
  const isPadded = letters !== '' && typed.length - letters.length <= PADDING_MAX;
  return known.some((name) => name === typed || (isPadded && lettersOf(name) === letters));
}

const PADDING_MAX = 6;
const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '');

export function checkPin(issues: Issues, { pin_length_min }: SignInPolicy, field: string, pin: string): void {
  issues.check(/^\d+$/.test(pin), field, 'must_be_digits');
  issues.check(pin.length >= pin_length_min, field, 'min_length', { value: String(pin_length_min) });
  issues.check(!isTrivialPin(pin), field, 'pin_too_simple');
  issues.check(pin.length <= PIN_LENGTH.most, field, 'max_length', { value: String(PIN_LENGTH.most) });
}
