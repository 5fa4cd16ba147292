/** Normalises a typed mobile number: its digits, with a leading plus if typed. */
import type { Issues } from '../../domain/kernel/refusal.ts';

const ARABIC_ZERO = 0x0660;
const PERSIAN_ZERO = 0x06f0;

function latinDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_ZERO;
  return String(code - zero);
}

/** Adds an issue when it is not a mobile number. */
export function mobileNumber(typed: string, issues: Issues): string {
  const digits = typed.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, latinDigit).replace(/[\s()./-]/g, '');
  if (!/^\+?\d{7,15}$/.test(digits)) issues.add('mobile', 'mobile_number_expected');
  return digits;
}
