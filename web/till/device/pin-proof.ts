/**
 * The proof of a PIN on a device. A PIN has few digits, so its hash alone could be attacked by trying all PINs: the
 * proof is also keyed with a key of this device that scripts cannot extract, so a copy of the database is useless
 * without it. The same PIN opens the key of the server with which the device signs tickets (`domain/till/till-ticket.ts`).
 */

/** OWASP's recommendation for PBKDF2 with SHA-256. */
export const ITERATIONS = 600_000;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const CIPHER = 'AES-GCM';
const KEYED = { name: 'HMAC', hash: 'SHA-256' } as const;

export interface PinProof {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
  readonly proof: ArrayBuffer;
  /** A secret that only the PIN opens, on this device; rights of former versions have none. */
  readonly sealed?: { readonly iv: Uint8Array<ArrayBuffer>; readonly data: ArrayBuffer };
}

/** Stored in the database of the device: usable there, but not extractable. */
export async function newDeviceKey(): Promise<CryptoKey> {
  const secret = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return crypto.subtle.importKey('raw', secret, KEYED, false, ['sign', 'verify']);
}

export async function proofOf(
  pin: string,
  key: CryptoKey,
  iterations = ITERATIONS,
  secret?: string,
): Promise<PinProof> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const derived = await derive(pin, salt, iterations);
  const proof = await crypto.subtle.sign(KEYED, key, derived);
  if (secret === undefined) return { salt, iterations, proof };
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = new TextEncoder().encode(secret);
  const data = await crypto.subtle.encrypt({ name: CIPHER, iv }, await sealingKey(key, derived), text);
  return { salt, iterations, proof, sealed: { iv, data } };
}

/** Compares in constant time. */
export const isProved = async (pin: string, key: CryptoKey, proof: PinProof): Promise<boolean> =>
  (await opened(pin, key, proof)) !== undefined;

/** The sealed secret of the right PIN, empty when none was sealed; undefined for a wrong PIN. */
export async function opened(pin: string, key: CryptoKey, of: PinProof): Promise<string | undefined> {
  const { salt, iterations, proof, sealed } = of;
  const derived = await derive(pin, salt, iterations);
  if (!(await crypto.subtle.verify(KEYED, key, proof, derived))) return undefined;
  if (!sealed) return '';
  const { iv, data } = sealed;
  return new TextDecoder().decode(
    await crypto.subtle.decrypt({ name: CIPHER, iv }, await sealingKey(key, derived), data),
  );
}

/** Another value of the same PIN and device key than the proof, which is stored. */
async function sealingKey(key: CryptoKey, derived: ArrayBuffer): Promise<CryptoKey> {
  const other = new Uint8Array(derived.byteLength + 1);
  other.set(new Uint8Array(derived));
  const bytes = await crypto.subtle.sign(KEYED, key, other);
  return crypto.subtle.importKey('raw', bytes, CIPHER, false, ['encrypt', 'decrypt']);
}

async function derive(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<ArrayBuffer> {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits']);
  return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, secret, 256);
}
