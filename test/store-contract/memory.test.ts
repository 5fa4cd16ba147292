import { describe } from 'vitest';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { appendContract } from './append.contract.ts';
import { claimsContract } from './claims.contract.ts';
import { concurrencyContract } from './concurrency.contract.ts';
import type { Harness } from './harness.ts';
import { readingContract } from './reading.contract.ts';
import { readsContract } from './reads.contract.ts';
import { triesContract } from './tries.contract.ts';

async function open(): Promise<Harness> {
  const store = openMemoryStore();
  return { store, close: () => store.close() };
}

describe('memory', () => {
  appendContract(open);
  readingContract(open);
  claimsContract(open);
  concurrencyContract(open);
  readsContract(open);
  triesContract(open);
});
