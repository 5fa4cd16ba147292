/**
 * Other documents with the number of a supplier that a command gives. They are read from the read models when these have
 * reached the end of the log, and the command is stored only if no document of their kinds was written since: of two
 * concurrent commands with one number, the second is decided again and asked about.
 */
import type { Pool } from 'pg';
import type { Actor, Facts } from '../../../domain/deciding/facts.ts';
import type { ReadModelQuery } from '../../../domain/deciding/read-model-query.ts';
import { isSameNumber, numbersIn, type SameNumber } from '../../../domain/deciding/supplier-number.ts';
import { sortOfNumbers, supplierNumbersOf } from '../../../domain/documents/supplier-numbers.ts';
import { type Members, membersOf, objectsOf, textsOf } from '../../../domain/values/members.ts';
import { type EventStore, StoreUnavailable } from '../../../event-store/port.ts';
import type { AggregateRepository } from '../../aggregates/aggregate-repository.ts';
import {
  type AggregateRegistry,
  type AggregateState,
  type AggregateType,
  type DocumentType,
  readStream,
  streamOf,
} from '../../aggregates/aggregate-types.ts';
import { referencesIn } from '../../aggregates/references.ts';
import { askCurrent, modelsAt, READ_WAIT_MS } from '../../read-models/models-at.ts';
import { type NumberedRow, SUPPLIER_NUMBERS } from '../../read-models/supplier-numbers.ts';
import type { CommandRequest } from '../command-request.ts';
import type { DecisionReads } from '../decision-reads.ts';

type Asked = Extract<ReadModelQuery, { readonly of: 'supplier_numbers' }>;

/** Empty before read models exist, and while they are behind: a question keeps nobody from entering what happened. */
export async function numberedDocuments(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  { kinds, suppliers, own }: Asked,
  reads?: Pick<DecisionReads, 'kind'>,
): Promise<readonly NumberedRow[]> {
  const head = await store.head();
  for (const kind of kinds) reads?.kind(kind, String(head));
  try {
    const at = await modelsAt(pool, head, READ_WAIT_MS);
    const parties = suppliers.map((supplier) => `supplier-${supplier}`);
    const rows = at ? await askCurrent(pool, SUPPLIER_NUMBERS, at, kinds, parties) : [];
    return rows.filter(({ kind, id }) => streamOf(kind, id) !== own);
  } catch (error) {
    if (error instanceof StoreUnavailable) return [];
    throw error;
  }
}

interface FileSources {
  readonly kinds: AggregateRegistry;
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
}

interface Sources {
  readonly kinds: AggregateRegistry;
  readonly states: AggregateRepository;
  readonly measure?: (requested: ReadModelQuery, reads: DecisionReads) => Promise<unknown>;
  readonly reads: DecisionReads;
}

/** Commands that complete nothing. */
const OF_DRAFTS: ReadonlySet<unknown> = new Set(['draft', 'change', 'discard', 'void', 'attach']);

/** The facts for a command after which a document in force has a number that it has not now. */
export async function supplierNumberFacts(
  { kinds, states, measure, reads }: Sources,
  kind: DocumentType,
  state: AggregateState,
  { commands, body, actor, id, confirmed, isNew, isTyped }: Omit<CommandRequest, 'declaration'>,
): Promise<Pick<Facts, 'alike'>> {
  const sort = sortOfNumbers(kind.declaration);
  // The rows of a file were checked before all of them are stored.
  const isOfFile = isNew === true && !isTyped;
  if (!measure || sort === undefined || confirmed || isOfFile) return {};
  if (commands.every((command) => OF_DRAFTS.has(membersOf(command)['type']))) return {};
  const input: Members = { ...kind.dataOf(state), ...membersOf(body) };
  const supplier = input['supplier_fk'] ?? (await supplierOfOrigin({ kinds, states }, kind, input));
  const wanted = numbersIn(sort, supplier, [input['reference_number']]);
  const known = supplierNumbersOf(kind.declaration, state);
  if (wanted.every((number) => known.some((one) => isSameNumber(one, number)))) return {};
  const own = id === undefined ? '' : streamOf(kind.kind, id);
  const suppliers = wanted.map(({ supplier: each }) => each);
  const rows = await measure({ of: 'supplier_numbers', kinds: kindsOfSort(kinds, sort), suppliers, own }, reads);
  const replaced = streamOf(kind.kind, Number(input[kind.declaration.replaces ?? '']));
  const others = rowsIn(rows).filter((row) => streamOf(row.kind, row.id) !== replaced);
  return { alike: { numbers: sameNumbers(kinds, others, actor) } };
}

/** The facts for new documents of a file with these bodies. */
export async function numbersOfSuppliers(
  { kinds, pool, store }: FileSources,
  kind: AggregateType,
  bodies: readonly unknown[],
  actor: Actor,
): Promise<Pick<Facts, 'alike'>> {
  const sort = kind.is === 'document' ? sortOfNumbers(kind.declaration) : undefined;
  if (sort === undefined) return {};
  const given = bodies.map(membersOf).filter(({ reference_number }) => reference_number);
  const suppliers = new Set(given.flatMap(({ supplier_fk: id }) => (typeof id === 'number' ? [id] : [])));
  if (suppliers.size === 0) return {};
  const asked: Asked = { of: 'supplier_numbers', kinds: kindsOfSort(kinds, sort), suppliers: [...suppliers], own: '' };
  return { alike: { numbers: sameNumbers(kinds, await numberedDocuments(pool, store, asked), actor) } };
}

const placeOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const rowsIn = (rows: unknown): readonly NumberedRow[] =>
  objectsOf(rows).map(({ kind, id, party, outlet_fk, inventory_fk, day, amount, texts }) => ({
    kind: String(kind),
    id: Number(id),
    party: String(party),
    outlet_fk: placeOf(outlet_fk),
    inventory_fk: placeOf(inventory_fk),
    day: String(day),
    amount: String(amount),
    texts: textsOf(texts),
  }));

const kindsOfSort = ({ all }: AggregateRegistry, sort: string): readonly string[] =>
  all.flatMap((kind) => (kind.is === 'document' && sortOfNumbers(kind.declaration) === sort ? [kind.kind] : []));

/** The supplier of the document that this one returns goods of. */
async function supplierOfOrigin(
  { kinds, states }: Pick<Sources, 'kinds' | 'states'>,
  kind: DocumentType,
  input: Members,
): Promise<unknown> {
  const named = referencesIn(input, kind.referenced)
    .map((reference) => streamOf(reference.kind, reference.id))
    .filter((stream) => kinds.get(readStream(stream)?.kind ?? '')?.is === 'document');
  if (named.length === 0) return undefined;
  const found = [...(await states.read(named))].map(
    ([stream, { state }]) => kinds.get(readStream(stream)?.kind ?? '')?.dataOf(state)['supplier_fk'],
  );
  return found.find((supplier) => typeof supplier === 'number');
}

/** What the actor may know of each document: its number, day and amount, or only that there is one. */
function sameNumbers(kinds: AggregateRegistry, rows: readonly NumberedRow[], actor: Actor): readonly SameNumber[] {
  return rows.flatMap((row) => {
    const kind = kinds.get(row.kind);
    const sort = kind?.is === 'document' ? sortOfNumbers(kind.declaration) : undefined;
    if (kind === undefined || sort === undefined) return [];
    const { outlet_fk, inventory_fk, day, amount } = row;
    const isSeen =
      actor.can(`${kind.resource}/show`) &&
      (outlet_fk === null || actor.hasOutlet(outlet_fk)) &&
      (inventory_fk === null || actor.hasInventory(inventory_fk));
    const seen = { document: streamOf(row.kind, row.id), day, amount };
    const supplier = Number(row.party.slice('supplier-'.length));
    return numbersIn(sort, supplier, row.texts).map((number): SameNumber => (isSeen ? { ...number, seen } : number));
  });
}
