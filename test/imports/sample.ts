/** Some lines of the file of trade, with its rates, and a business into which they are imported. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Commands, openCommands } from '../../command-api/commands/open-commands.ts';
import { ensureFirstUser } from '../../command-api/seed-data/first-user.ts';
import type { Send } from '../../tools/online-retail/client.ts';
import { importOnlineRetail } from '../../tools/online-retail/import.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LINES = `InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country
536365,85123A,WHITE HEART,6,2010-12-01T08:26:00,2.55,17850,United Kingdom
536365,POST,POSTAGE,1,2010-12-01T08:26:00,18,17850,United Kingdom
536366,85123a,WHITE HEART,2,2010-12-01T09:00:00,3.00,,United Kingdom
536367,22960,JAM SET,10,2010-12-02T10:00:00,0.001,13047,France
C536379,85123A,WHITE HEART,-1,2010-12-02T11:00:00,2.55,17850,United Kingdom
C536380,AMAZONFEE,AMAZON FEE,-1,2010-12-03T11:00:00,13541.33,,United Kingdom
536589,22960,damaged,-4,2010-12-03T16:50:00,0,,United Kingdom
536590,22960,,3,2010-12-03T16:51:00,0,,United Kingdom
A536591,B,Adjust bad debt,1,2010-12-03T17:00:00,11062.06,,United Kingdom
540000,22960,JAM SET,5,2011-01-04T10:00:00,4.25,13047,France
`;
const RATES = 'date,rate\n2010-11-30,1170\n2010-12-31,1170\n2011-01-31,1180\n';

export interface TradeFiles {
  readonly file: string;
  readonly rates: string | undefined;
  readonly fees?: string;
}

/** Files with these rows instead of the sample's. */
export function sampleOfTrade(rows?: readonly string[]): TradeFiles {
  const folder = temporaryFolder();
  const [file, rates] = [join(folder, 'lines.csv'), join(folder, 'rates.csv')];
  const [heading = ''] = LINES.split('\n');
  writeFileSync(file, rows ? `${[heading, ...rows].join('\n')}\n` : LINES);
  writeFileSync(rates, RATES);
  return { file, rates };
}

export interface ImportingBusiness {
  readonly database: FreshDatabase;
  readonly commands: Commands;
  /** Imports the files with these lanes. Returns whether every total was right, and the output. */
  run(send: Send, files: TradeFiles, options: Lanes): Promise<{ met: boolean; said: string[] }>;
  close(): Promise<void>;
}
interface Lanes {
  readonly lanes: number;
  readonly signal?: AbortSignal;
}

const PROJECTOR = fileURLToPath(new URL('../../projector/main.ts', import.meta.url));

/** A business with a projector in a process of its own. */
export async function importingBusiness(): Promise<ImportingBusiness> {
  const database = await freshDatabase();
  const roles = rolesAt(database.url);
  await ensureFirstUser({ databaseUrl: roles.command, rate: '1480' });
  const commands = await openCommands({ databaseUrl: roles.command });
  const projector = spawn(process.execPath, [PROJECTOR], {
    env: { ...process.env, DATABASE_URL: roles.projector },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => projector.once('exit', resolve));
  return {
    database,
    commands,
    run: async (send, files, { lanes, signal = new AbortController().signal }) => {
      const said: string[] = [];
      const say = (line: string): void => void said.push(line);
      const business = { pool: commands.pool, head: () => commands.store.head() };
      const met = await importOnlineRetail({ ...files, lanes, send, ...business, say, signal });
      return { met, said };
    },
    close: async () => {
      projector.kill('SIGTERM');
      await ended;
      await commands.close();
      await database.drop();
    },
  };
}
