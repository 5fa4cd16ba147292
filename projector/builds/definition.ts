/** The definition of a build of the read models: the tables and indexes of every model, as SQL for any schema. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model } from '../models/model.ts';

/**
 * Raised with every change of the tables, and when the same events produce other rows. A program with a lower version
 * leaves the tables of a program with a higher version alone.
 */
const VERSION = 16;

const MODELS = join(import.meta.dirname, '..', 'models');

function sqlOf(model: Model, file: 'tables' | 'indexes'): string {
  return readFileSync(join(MODELS, model.name, `${file}.sql`), 'utf8');
}

export function definitionSql(model: Model, file: 'tables' | 'indexes', schema: string): string {
  return sqlOf(model, file).replaceAll('{schema}', schema);
}

/** A build with another digest cannot be continued; it is rebuilt. */
export function definitionDigest(models: readonly Model[]): string {
  const hash = createHash('sha256').update(`rules ${VERSION}\n`);
  for (const model of models) hash.update(sqlOf(model, 'tables')).update(sqlOf(model, 'indexes'));
  return hash.digest('hex');
}

/** The definition of a program's read models: the digest of its tables and rules, and its version. */
export interface Definition {
  readonly digest: string;
  readonly version: number;
}

export const ownDefinition = (models: readonly Model[]): Definition => ({
  digest: definitionDigest(models),
  version: VERSION,
});
