/**
 * A backup or a restore that cannot be done, for a reason that the person at the keyboard can act on. The message is the
 * whole explanation, in sentences for that person, and is printed without a stack trace.
 */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** The file cannot be read to its end as it was written. */
export class BackupDamaged extends BackupRefused {
  constructor(file: string, what: string) {
    super(`${file} is damaged: ${what}. Nothing of it was restored; take another backup.`);
  }
}
