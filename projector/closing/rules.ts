/** The rules under which a year was replayed: digests of the posting rules, the costing rules, and the tables. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RuleVersions } from '../../domain/ledger/year-close.ts';
import { definitionDigest } from '../builds/definition.ts';
import { models } from '../models/all.ts';

const DOMAIN = join(import.meta.dirname, '..', '..', 'domain');

export function ruleVersions(): RuleVersions {
  return {
    posting: digestOf('entries', 'posting'),
    costing: digestOf('costing'),
    read_models: definitionDigest(models),
  };
}

function digestOf(...folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const file of readdirSync(join(DOMAIN, folder)).sort()) {
      hash.update(`${file}\n`).update(readFileSync(join(DOMAIN, folder, file)));
    }
  }
  return hash.digest('hex');
}
