/**
 * Encrypts secrets that must be readable again: AES-256-GCM with a key derived (HKDF, RFC 5869) from the key of
 * sign-in tokens, so that the database and its backups alone reveal nothing.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export class SecretCipher {
  readonly #key: Buffer;

  /** `purpose` separates the keys of two uses of one secret. */
  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', `daftar ${purpose}`, KEY_BYTES));
  }

  /** Returns nonce, tag and ciphertext. `owner` is authenticated data: decryption fails for another owner. */
  encrypt(text: string, owner: number): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(String(owner)));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
  }

  /** Undefined when it was encrypted with another key or for another owner, or when it was modified. */
  decrypt(stored: Buffer, owner: number): string | undefined {
    const tagEnd = NONCE_BYTES + TAG_BYTES;
    if (stored.length < tagEnd) return undefined;
    const decipher = createDecipheriv(ALGORITHM, this.#key, stored.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(String(owner)));
    decipher.setAuthTag(stored.subarray(NONCE_BYTES, tagEnd));
    try {
      return Buffer.concat([decipher.update(stored.subarray(tagEnd)), decipher.final()]).toString('utf8');
    } catch {
      // Another key, another owner or a modified text: the caller reports that the secret is unreadable.
      return undefined;
    }
  }
}
