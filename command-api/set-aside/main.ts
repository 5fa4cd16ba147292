/**
 * `npm run doctor -- set-aside POSITION --by EMAIL --reason "WHY"` leaves an event out of the models that are stopped
 * at it; `npm run doctor -- transition DOCUMENT NAME --by EMAIL --reason "WHY"` corrects its document afterwards.
 * `npm run doctor -- resolve COMMAND --by EMAIL --reason "WHY"` stores the rest of a command that is stored in part.
 */
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { foldName } from '../../domain/values/fold-name.ts';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { eventStoreUrlOf } from '../../event-store/opening/open.ts';
import { openIdentity } from '../../identity/identity.ts';
import type { Person } from '../../identity/person.ts';
import { type Commands, openCommands } from '../commands/open-commands.ts';
import { holderOf } from '../identity/credentials.ts';
import { correct, possibleTransitions } from './correct.ts';
import { setAside } from './set-aside.ts';

const USAGE = `Usage: npm run doctor -- set-aside POSITION --by EMAIL --reason "WHY"
       npm run doctor -- transition DOCUMENT NAME --by EMAIL --reason "WHY"   (sale-12 return_to_draft)
       npm run doctor -- resolve COMMAND --by EMAIL --reason "WHY"           (a command that doctor names)`;

/** The permission to read the log includes decisions about events that models leave out. */
const PERMISSION = 'model_loges/events_log';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

interface Given {
  readonly by: string;
  readonly reason: string;
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { by: { type: 'string' }, reason: { type: 'string' } },
  });
  const [what, which = '', transition = ''] = positionals;
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl) throw new Error('DATABASE_URL must be set; `npm run doctor` sets it');
  const { by = '', reason = '' } = values;
  const isKnown =
    (what === 'set-aside' && /^\d{1,18}$/.test(which)) ||
    (what === 'transition' && transition !== '') ||
    (what === 'resolve' && UUID.test(which));
  if (!isKnown || by === '' || reason.trim() === '') {
    say(USAGE);
    return 2;
  }
  const eventStoreUrl = eventStoreUrlOf(process.env);
  const given: Given = { by, reason, databaseUrl, ...(eventStoreUrl ? { eventStoreUrl } : {}) };
  const commands = await openCommands(given);
  try {
    const person = await personBy(commands, given);
    if (what === 'set-aside') await setEventAside(commands, BigInt(which), person, reason);
    else if (what === 'resolve') await resolveCommand(given, which, person);
    else {
      const status = await correct(commands, { document: which, transition, person, reason, device: hostname() });
      say(`${which} is ${status} now.`);
    }
    return 0;
  } finally {
    await commands.close();
  }
}

async function personBy({ pool, store }: Commands, { by, databaseUrl }: Given): Promise<Person> {
  const id = await holderOf(pool, 'user.email', foldName(by));
  const identity = await openIdentity({ databaseUrl, store });
  try {
    const person = id === undefined ? undefined : await identity.user(id);
    if (!person) throw new Error(`No active user has the email ${by}.`);
    return person;
  } finally {
    await identity.close();
  }
}

async function setEventAside(commands: Commands, position: bigint, person: Person, reason: string): Promise<void> {
  if (!person.can(PERMISSION)) throw new Error(`This person does not have the permission ${PERMISSION}.`);
  const actor = person.user_id;
  const { stream, event_type, models } = await setAside(commands.store, commands.pool, {
    position,
    actor,
    reason,
    device: hostname(),
  });
  say(`Event ${position} (${event_type} of ${stream}) is set aside for ${models.join(', ')}. They go on without it.`);
  const possible = await possibleTransitions(commands, stream);
  if (possible.length > 0) {
    say(`${stream} keeps what it has claimed (goods, cash, its number) until it is corrected. Possible now:`);
    for (const name of possible)
      say(`  npm run doctor -- transition ${stream} ${name} --by ${person.user.email} --reason "WHY"`);
  }
  say('"npm run verify" lists what is set aside, and says when the books and the claims agree.');
}

async function resolveCommand(
  { databaseUrl, eventStoreUrl, reason }: Given,
  commandId: string,
  person: Person,
): Promise<void> {
  if (!person.can(PERMISSION)) throw new Error(`This person does not have the permission ${PERMISSION}.`);
  if (!eventStoreUrl) throw new Error('Only with KurrentDB (DAFTAR_EVENTSTORE_URL) a command can be stored in part.');
  const store = await openKurrentStore({ url: eventStoreUrl, databaseUrl });
  try {
    const stored = await store.resolveStuck(commandId, person.user.email, reason.trim());
    if (!stored) throw new Error(`Command ${commandId} is not stored in part.`);
    say(`Command ${commandId} is stored whole, up to position ${stored.position}. Its streams are free again.`);
    say('"npm run verify" says whether the books and the claims agree.');
  } finally {
    await store.close();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
