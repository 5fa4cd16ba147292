import { describe } from 'vitest';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { startKurrentDouble } from '../doubles/kurrentdb.ts';
import { freshDatabase, rolesAt } from '../support/database.ts';
import { appendContract } from './append.contract.ts';
import { claimsContract } from './claims.contract.ts';
import { concurrencyContract } from './concurrency.contract.ts';
import type { Harness } from './harness.ts';
import { kurrentContract } from './kurrentdb.contract.ts';
import { cutOtherConnections } from './postgres-server.ts';
import { readingContract } from './reading.contract.ts';
import { readsContract } from './reads.contract.ts';
import { triesContract } from './tries.contract.ts';

async function openOnDouble(): Promise<Harness> {
  const database = await freshDatabase();
  const double = await startKurrentDouble();
  const store = await openKurrentStore({ url: double.url, databaseUrl: rolesAt(database.url).command });
  return {
    store,
    cutConnections: async () => {
      await Promise.all([double.restart(), cutOtherConnections(database.url)]);
    },
    close: async () => {
      await store.close();
      await double.close();
      await database.drop();
    },
  };
}

/**
 * The claims are empty while the server's log continues: every test reads from the head at its start, and uses new
 * streams.
 */
async function openOnServer(url: string): Promise<Harness> {
  const database = await freshDatabase();
  const store = await openKurrentStore({ url, databaseUrl: database.url });
  return {
    store,
    close: async () => {
      await store.close();
      await database.drop();
    },
  };
}

function contract(open: () => Promise<Harness>): void {
  appendContract(open);
  readingContract(open);
  claimsContract(open);
  concurrencyContract(open);
  readsContract(open);
  triesContract(open);
}

describe('kurrentdb, on the double', () => {
  contract(openOnDouble);
  kurrentContract(startKurrentDouble);
});

const server = process.env['TEST_EVENTSTORE_URL'];
if (server) {
  describe('kurrentdb, on the server of TEST_EVENTSTORE_URL', () => {
    contract(() => openOnServer(server));
    kurrentContract(async () => ({ url: server, close: async () => undefined }));
  });
} else {
  process.stdout.write(
    'TEST_EVENTSTORE_URL is not set: the contract runs on the double only, not on a real KurrentDB\n',
  );
}
