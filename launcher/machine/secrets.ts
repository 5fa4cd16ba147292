/**
 * The secrets of this machine, generated at the first start and stored in `data/secrets.json`, readable by its owner
 * only: the passwords of the embedded database and of the roles of PostgreSQL, and the signing key of sign-in tokens.
 */

import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';
import type { RolePasswords } from './role-names.ts';
import { StartupError } from './startup-error.ts';

/** The way out of lost secrets, for messages. */
export const NEW_SECRETS = 'Put back the file of this database, or make new secrets: npm run doctor -- --new-secrets';

export interface Secrets {
  /** At least 32 characters. */
  readonly jwtSecret: string;
}

interface Kept extends Secrets {
  /** Password of the embedded database's superuser. */
  readonly databasePassword: string;
  readonly rolePasswords: RolePasswords;
}

const Text = Type.String();
const secretsFile = checked(
  'secrets.json',
  Type.Object({
    databasePassword: Text,
    jwtSecret: Text,
    rolePasswords: Type.Optional(Type.Object({ owner: Text, command: Text, read: Text, projector: Text })),
  }),
);

const SHORTEST_KEY = 32;

/** The stored secrets; JWT_SECRET, when it is set, replaces the stored key. */
export function loadSecrets(dataDir: string, environment: NodeJS.ProcessEnv = process.env): Kept {
  const kept = read(dataDir) ?? create(dataDir);
  const jwtSecret = environment['JWT_SECRET'] ?? kept.jwtSecret;
  if (jwtSecret.length < SHORTEST_KEY) {
    throw new StartupError(
      `The key for sign-in tokens is too short: ${jwtSecret.length} characters, and ${SHORTEST_KEY} are the least. ` +
        'Set JWT_SECRET to a long random text, or leave it unset and one is made.',
    );
  }
  return { ...kept, jwtSecret };
}

function read(dataDir: string): Kept | undefined {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) return undefined;
  chmodSync(file, 0o600);
  try {
    const { rolePasswords, ...kept } = secretsFile.parse(readFileSync(file, 'utf8'));
    // A file from before roles existed has no role passwords.
    return rolePasswords ? { ...kept, rolePasswords } : write(dataDir, { ...kept, rolePasswords: newPasswords() });
  } catch {
    // Reported below, with the remedy.
  }
  throw new StartupError(
    `${file} is damaged, and without it the database in this folder cannot be opened. ${NEW_SECRETS}`,
  );
}

/** Replaces the file, if there is one. */
export const newSecretsIn = (dataDir: string): Kept => create(dataDir);

function create(dataDir: string): Kept {
  return write(dataDir, {
    databasePassword: randomPassword(),
    jwtSecret: randomBytes(48).toString('base64url'),
    rolePasswords: newPasswords(),
  });
}

const randomPassword = (): string => randomBytes(24).toString('base64url');

const newPasswords = (): RolePasswords => ({
  owner: randomPassword(),
  command: randomPassword(),
  read: randomPassword(),
  projector: randomPassword(),
});

function write(dataDir: string, kept: Kept): Kept {
  // Written to a temporary file and renamed: an interrupted start must not leave half a file.
  const partial = join(dataDir, `secrets.json.${process.pid}`);
  writeFileSync(partial, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, join(dataDir, 'secrets.json'));
  return kept;
}
