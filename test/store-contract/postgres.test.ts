import { describe } from 'vitest';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { freshDatabase } from '../support/database.ts';
import { appendContract } from './append.contract.ts';
import { claimsContract } from './claims.contract.ts';
import { concurrencyContract } from './concurrency.contract.ts';
import type { Harness } from './harness.ts';
import { cutOtherConnections } from './postgres-server.ts';
import { readingContract } from './reading.contract.ts';
import { readsContract } from './reads.contract.ts';
import { triesContract } from './tries.contract.ts';

async function open(): Promise<Harness> {
  const { url, drop } = await freshDatabase();
  const store = await openPostgresStore({ url });
  return {
    store,
    cutConnections: () => cutOtherConnections(url),
    close: async () => {
      await store.close();
      await drop();
    },
  };
}

describe('postgres', () => {
  appendContract(open);
  readingContract(open);
  claimsContract(open);
  concurrencyContract(open);
  readsContract(open);
  triesContract(open);
});
