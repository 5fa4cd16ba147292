/** Converts a till entry to a command on a document: references to other entries are replaced by ids. */
import { v5 as uuid } from 'uuid';
import type { EntryReference, ReceiptEntry, RefundEntry } from '../../domain/till/device-entry.schema.ts';
import type { BrokenRule, ChainedEntry } from '../../domain/till/device-entry.ts';
import { DRAWER_CLAIMS } from '../../domain/till/device-mark.ts';
import { DRAWER, type DrawerCommand } from '../../domain/till/drawer.ts';
import type { Received } from '../../domain/till/receipts/broken-rules.ts';
import { POS_SALE, type PosSaleCommand } from '../../domain/till/receipts/pos-sale.ts';
import { removedIn } from '../../domain/till/removed-lines.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { readStream } from '../aggregates/aggregate-types.ts';

const ENTRIES = '0b9f3d52-6f5e-4c0e-9a3b-7d1f3f6e2c48';

/** The same for every repetition of an entry. */
export const commandIdOfEntry = (entry: string): string => uuid(entry, ENTRIES);

/** A document and its command; `command` is called again when more violations are known. */
export interface Plan {
  readonly kind: typeof POS_SALE | typeof DRAWER;
  /** Undefined for a new document. */
  readonly id?: number;
  readonly isNew?: true;
  readonly body: object;
  readonly broken: readonly BrokenRule[];
  /** The entry that opened the drawer, when the device did not know its id. */
  readonly drawerUuid?: string;
  command(
    received: Received,
    more: { readonly isBeside: boolean; readonly shared: readonly number[]; readonly date: string },
  ): PosSaleCommand | DrawerCommand;
}

interface Sources {
  readonly store: Pick<CommandStore, 'findCommand' | 'nextId' | 'ownersOf'>;
}

/** Throws Refusal `validation` for an entry about a drawer that never arrived. */
export async function planOf(entry: ChainedEntry, sources: Sources): Promise<Plan> {
  const { content } = entry;
  switch (content.kind) {
    case 'open_drawer': {
      const { kind: _, ...rest } = content;
      const id = await openedBy(sources, entry.uuid);
      const input = { ...rest, user_fk: entry.cashier_fk };
      return {
        ...(id === undefined ? {} : { id, isNew: true }),
        kind: DRAWER,
        body: input,
        broken: [],
        drawerUuid: entry.uuid,
        // Receipts of the drawer that arrived before its opening have named its id.
        command: (received, { isBeside, shared, date }) => ({
          type: 'open',
          input: { ...input, date },
          received,
          isBeside,
          shared,
          hasReceipts: id !== undefined,
        }),
      };
    }
    case 'receipt':
      return planOfReceipt(content, sources);
    case 'refund':
      return planOfRefund(content, sources);
    default:
      return planOfDrawer(content, sources);
  }
}

type OfDrawer = Exclude<ChainedEntry['content'], { readonly kind: 'open_drawer' | 'receipt' | 'refund' }>;

async function planOfDrawer(content: OfDrawer, sources: Sources): Promise<Plan> {
  const { drawer } = content;
  const id = 'id' in drawer ? drawer.id : await openedBy(sources, drawer.uuid);
  if (id === undefined) throw new Refusal('validation', [{ field: 'content.drawer', message: 'drawer_not_opened' }]);
  const { kind: _, drawer: _drawer, ...body } = content;
  return {
    kind: DRAWER,
    id,
    body,
    broken: [],
    command: (received, { date }) => {
      switch (content.kind) {
        case 'pay_in':
          return { type: 'pay_in', input: { ...without(content), date }, received };
        case 'pay_out':
          return { type: 'pay_out', input: { ...without(content), date }, received };
        case 'count':
          return { type: 'count', input: { ...without(content), date }, received };
        case 'close_drawer': {
          const accounts = content.accounts.map(({ account_fk, left_amount }) => ({ account_fk, left_amount }));
          const said = { difference_reason: content.difference_reason ?? null };
          const input = { date, time: content.time, accounts, ...said };
          return { type: 'close', input, received, printed: content.accounts, ...removedIn(content) };
        }
      }
    },
  };
}

function without<Content extends OfDrawer>({ kind: _kind, drawer: _drawer, ...rest }: Content) {
  return rest;
}

async function planOfReceipt(content: ReceiptEntry, sources: Sources): Promise<Plan> {
  const { kind: _, drawer, replaces, held_fk, ...entered } = content;
  const at = await drawerOf(drawer, sources);
  const replaces_fk = replaces ? ((await documentOf(replaces, sources)) ?? null) : null;
  const input = { ...entered, drawer_fk: at.id, replaces_fk };
  return {
    ...(held_fk ? { id: held_fk } : {}),
    kind: POS_SALE,
    body: bodyOf(input, entered.change_account_fk),
    broken: [],
    ...at.named,
    command: (received, { date }) => ({ type: 'receive', input: { ...input, date }, received }),
  };
}

async function planOfRefund(content: RefundEntry, sources: Sources): Promise<Plan> {
  const { kind: _, drawer, receipt, replaced_by: _receipt, ...entered } = content;
  const at = await drawerOf(drawer, sources);
  const id = receipt ? await documentOf(receipt, sources) : undefined;
  const input = { ...entered, drawer_fk: at.id };
  return {
    ...(id === undefined ? {} : { id }),
    kind: POS_SALE,
    body: bodyOf(input, undefined),
    broken: receipt && id === undefined ? [{ rule: 'receipt_unknown', field: 'receipt' }] : [],
    ...at.named,
    command: (received, { date }) => ({ type: 'receive_refund', input: { ...input, date }, received }),
  };
}

/** The references to load: the account of the change is renamed to the usual field. */
const bodyOf = (input: object, change: number | null | undefined): object =>
  change ? { ...input, change: { account_fk: change } } : input;

/** The drawer of a receipt, which gets its id before its opening entry has arrived. */
async function drawerOf(drawer: EntryReference, sources: Sources) {
  if ('id' in drawer) return { id: drawer.id, named: {} };
  const id = (await openedBy(sources, drawer.uuid)) ?? (await sources.store.nextId(DRAWER));
  return { id, named: { drawerUuid: drawer.uuid } };
}

export async function openedBy({ store }: Sources, entry: string): Promise<number | undefined> {
  const owners = await store.ownersOf(DRAWER_CLAIMS, [entry]);
  return readStream(owners.get(entry) ?? '')?.id;
}

/** The document that stores an entry's receipt. */
export async function documentOf(
  reference: EntryReference,
  { store }: { readonly store: Pick<CommandStore, 'findCommand'> },
): Promise<number | undefined> {
  if ('id' in reference) return reference.id;
  const stored = await store.findCommand(commandIdOfEntry(reference.uuid));
  const named = readStream(stored?.streams[0] ?? '');
  return named?.kind === POS_SALE ? named.id : undefined;
}
