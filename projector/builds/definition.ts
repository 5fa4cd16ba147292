/** What a build of the read models is made of: the tables and indexes of every model, as SQL for any schema. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model } from '../models/model.ts';

/** Raised when rows would come out differently from the same events, though the tables stay what they are. */
const RULES_VERSION = 4;

const MODELS = join(import.meta.dirname, '..', 'models');

function sqlOf(model: Model, file: 'tables' | 'indexes'): string {
  return readFileSync(join(MODELS, model.name, `${file}.sql`), 'utf8');
}

export function definitionSql(model: Model, file: 'tables' | 'indexes', schema: string): string {
  return sqlOf(model, file).replaceAll('{schema}', schema);
}

/** A build with another digest cannot be carried on: it is rebuilt. */
export function definitionDigest(models: readonly Model[]): string {
  const hash = createHash('sha256').update(`rules ${RULES_VERSION}\n`);
  for (const model of models) hash.update(sqlOf(model, 'tables')).update(sqlOf(model, 'indexes'));
  return hash.digest('hex');
}
