/**
 * Minimum lengths of secrets: from the settings, but never below the minimum here, which older settings may violate.
 */

/** The maximum length of passwords and PINs, which limits the cost of hashing one. */
export const SECRET_LENGTH_MAX = 128;

export const PASSWORD_LENGTH = { usual: 8, least: 8, most: 64 } as const;
export const PIN_LENGTH = { usual: 6, least: 6, most: 12 } as const;

export interface SignInPolicy {
  readonly password_length_min: number;
  readonly pin_length_min: number;
  /** How a cashier identifies themselves at a till. */
  readonly cashier_login_option: 'name' | 'code';
}

/** Settings may have been stored before they had these fields. */
export function policyOf(settings: Readonly<Record<string, unknown>> | undefined): SignInPolicy {
  return {
    password_length_min: Math.max(
      PASSWORD_LENGTH.least,
      Number(settings?.['password_length_min'] ?? PASSWORD_LENGTH.usual),
    ),
    pin_length_min: Math.max(PIN_LENGTH.least, Number(settings?.['pin_length_min'] ?? PIN_LENGTH.usual)),
    cashier_login_option: settings?.['cashier_login_option'] === 'code' ? 'code' : 'name',
  };
}
