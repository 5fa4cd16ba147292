/** The authenticator app of a person in a test. */
import { Secret, TOTP } from 'otpauth';

/** The app's current code, or the code `stepsLater` half minutes later. */
export const codeOf = (secret: string, stepsLater = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsLater * 30_000 });

/** Six digits that are currently invalid. */
export function wrongCode(secret: string): string {
  const good = new Set([-2, -1, 0, 1, 2].map((step) => codeOf(secret, step)));
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !good.has(code)) as string;
}
