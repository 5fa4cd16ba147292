/**
 * The proof of a PIN on a device. A PIN has few digits, so its hash alone could be attacked by trying all PINs: the
 * proof is also keyed with a key of this device that scripts cannot extract, so a copy of the database is useless
 * without it.
 */

/** OWASP's recommendation for PBKDF2 with SHA-256. */
export const ITERATIONS = 600_000;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const KEYED = { name: 'HMAC', hash: 'SHA-256' } as const;

export interface PinProof {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
  readonly proof: ArrayBuffer;
}

/** Stored in the database of the device: usable there, but not extractable. */
export async function newDeviceKey(): Promise<CryptoKey> {
  const secret = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return crypto.subtle.importKey('raw', secret, KEYED, false, ['sign', 'verify']);
}

export async function proofOf(pin: string, key: CryptoKey, iterations = ITERATIONS): Promise<PinProof> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const proof = await crypto.subtle.sign(KEYED, key, await derive(pin, salt, iterations));
  return { salt, iterations, proof };
}

/** Compares in constant time. */
export async function isProved(pin: string, key: CryptoKey, { salt, iterations, proof }: PinProof): Promise<boolean> {
  return crypto.subtle.verify(KEYED, key, proof, await derive(pin, salt, iterations));
}

async function derive(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<ArrayBuffer> {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits']);
  return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, secret, 256);
}
