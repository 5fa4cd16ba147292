/**
 * A backup or a restore that is refused for a reason that a person can resolve. The message is the whole explanation, in
 * sentences for that person, and is printed without a stack trace.
 */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** The file is truncated or differs from what was written. */
export class BackupDamaged extends BackupRefused {
  constructor(file: string, what: string) {
    super(`${file} is damaged: ${what}. Nothing of it was restored; take another backup.`);
  }
}

/** The file is encrypted, and the passphrase is missing or another one. */
export class BackupLocked extends BackupRefused {}
