/** What was seen of the log, kept in the data folder: a database of another business, or an older one, is noticed there. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';
import type { LogMark, LogSeen } from '../log-identity.ts';

const fileOf = (dataDir: string): string => join(dataDir, 'log-seen.json');

const seenFile = checked(
  'what was seen of the log',
  Type.Object({
    identity: Type.String(),
    position: Type.String({ pattern: '^\\d+$' }),
    digest: Type.String(),
  }),
);

/** Undefined before the first start. Throws for a file that cannot be read. */
export function seenInFolder(dataDir: string): LogSeen | undefined {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return undefined;
  const { identity, position, digest } = seenFile.parse(readFileSync(file, 'utf8'));
  const last = BigInt(position);
  return { holder: 'folder', mark: { identity, position: last, digest }, last };
}

/** Replaces the file in one step, so that no part of it is left by a power cut. */
export function writeSeenInFolder(dataDir: string, { identity, position, digest }: LogMark): void {
  const file = fileOf(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify({ identity, position: String(position), digest })}\n`, {
    mode: 0o600,
  });
  renameSync(`${file}.new`, file);
}

/** After a restore: the folder has seen nothing of the restored log yet. */
export function forgetSeenInFolder(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}
