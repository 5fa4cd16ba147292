/** Time-based one-time codes (RFC 6238) of authenticator apps: six digits, 30 seconds, HMAC-SHA-1. */
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** The clock of a phone may be off by one step. */
const WINDOW_STEPS = 1;
const SHAPE = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;

/** 160 random bits in Base32, which can be typed by hand (RFC 4226, section 4). */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The URI for the QR code of an authenticator app. */
export const addressOf = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret), issuer, label }).toString();

/** The time step of the code; undefined for a wrong code. `seconds` is the present time since 1970. */
export function stepOf(secret: string, code: string, seconds: number): number | undefined {
  const timestamp = seconds * 1000;
  const totp = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? undefined : Math.floor(seconds / PERIOD_SECONDS) + delta;
}
