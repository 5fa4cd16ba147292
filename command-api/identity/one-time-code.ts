/** Time-based one-time codes (RFC 6238) as authenticator apps make them: six digits, half a minute, HMAC-SHA-1. */
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** The clock of a telephone may be one step behind or ahead. */
const WINDOW_STEPS = 1;
const SHAPE = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;

/** 160 random bits in Base32, as a person can type them (RFC 4226, section 4). */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What an authenticator app reads from a QR code. */
export const addressOf = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret), issuer, label }).toString();

/** The time step of which this is the code; undefined for a wrong one. `seconds` is the time now, since 1970. */
export function stepOf(secret: string, code: string, seconds: number): number | undefined {
  const timestamp = seconds * 1000;
  const totp = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? undefined : Math.floor(seconds / PERIOD_SECONDS) + delta;
}
