/** Every document in its current state, with its amounts, unpaid amount, and lines. */

import type { RecordedEvent } from '../../../domain/deciding/event.ts';
import { flatten } from '../../../domain/documents/document-amounts.ts';
import { type StepsTaken, stepsTaken } from '../../../domain/documents/document-steps.ts';
import { reversed } from '../../../domain/entries/entry.ts';
import type { OpenItemChange } from '../../../domain/entries/open-item.ts';
import { documents } from '../../../domain/registry/documents.ts';
import { negate, ZERO } from '../../../domain/values/money.ts';
import { keyed, owned, type Rows } from '../../rows/table.ts';
import { entityOf, isSetAside, type Model } from '../model.ts';
import { isReversalOf, postingOf } from '../postings.ts';
import { StreamFold } from '../stream-fold.ts';
import { documentColumns } from './columns.ts';

const document = keyed('document', 'kind id', {
  set: `status number date outlet_fk inventory_fk party currency_fk rate payment_type gross discount tax net total
    total_base due costs own_returned own_allowed not_due not_coming dues received_status reference_number note search
    revision position created_at created_by updated_at updated_by data`,
  sum: 'open returned allowed',
  match: 'party currency_fk',
});
const documentLine = owned(
  'document_line',
  'kind id',
  'line_id status date party outlet_fk inventory_fk currency_fk item_fk unit_fk quantity price net tax',
);

const kinds = new Map(documents.map((declaration) => [declaration.kind, declaration]));
/** Kinds whose open items are what they give back of another document. */
const RETURNS = new Set(documents.flatMap(({ owed }) => owed?.returns ?? []));
const kindOf = (event: RecordedEvent) => kinds.get(entityOf(event.stream).kind);

interface DocumentFold {
  readonly state: { readonly status: string };
  readonly created: { readonly at: string; readonly by: string };
  readonly steps: StepsTaken;
  /** Open-item changes of the document's unreversed postings, and those of this event. */
  readonly unreversed: readonly {
    readonly by: Pick<RecordedEvent, 'type' | 'data'>;
    readonly change: OpenItemChange;
  }[];
  readonly changes: readonly OpenItemChange[];
}

export const documentsModel: Model = {
  name: 'documents',
  tables: [document, documentLine],
  seed: () => undefined,
  fold(sources) {
    const streams = new StreamFold<DocumentFold>(sources, {
      concerns: (event) => kindOf(event) !== undefined,
      initial: (stream) => ({
        state: kinds.get(entityOf(stream).kind)?.decider.initial ?? { status: 'none' },
        created: { at: '', by: '' },
        steps: {},
        unreversed: [],
        changes: [],
      }),
      evolve,
    });
    return {
      async take(events, rows) {
        await streams.prepare(events);
        for (const event of events) {
          if (!kindOf(event)) continue;
          const row = streams.take(event);
          if (isSetAside(event)) continue;
          // A document whose first event was set aside has no row until a later event holds its whole state.
          if (row.state.status !== 'none') write(event, row, rows);
          writeOpenItems(event, row, rows);
        }
        streams.trim();
      },
    };
  },
};

function evolve({ state, created, steps, unreversed }: DocumentFold, event: RecordedEvent): DocumentFold {
  const back = unreversed.filter(({ by }) => isReversalOf(event, by)).map(({ change }) => change);
  const posted = postingOf(event)?.openItems ?? [];
  const changes = [
    ...reversed({ effective: '' as never, lines: [], movements: [], openItems: back }).openItems,
    ...posted,
  ];
  return {
    state: kindOf(event)?.decider.evolve(state, event) ?? state,
    created: created.at === '' ? { at: event.recordedAt, by: event.meta.actor } : created,
    steps: stepsTaken(steps, kindOf(event)?.steps, { type: event.type, at: event.recordedAt, by: event.meta.actor }),
    unreversed: [
      ...unreversed.filter(({ by }) => !isReversalOf(event, by)),
      ...posted.map((change) => ({ by: { type: event.type, data: event.data }, change })),
    ],
    changes,
  };
}

function write(event: RecordedEvent, { state, created, steps, unreversed }: DocumentFold, rows: Rows): void {
  const { kind, id } = entityOf(event.stream);
  const declaration = kindOf(event);
  if (!declaration) return;
  const body = flatten(declaration, state);
  const own = unreversed.flatMap(({ change }) => (change.document === event.stream ? [change] : []));
  const { cells, lines } = documentColumns(body, { own, parts: declaration.ownParts?.(state) });
  rows.put(
    document,
    [kind, id],
    [
      ...cells,
      event.revision,
      event.position,
      created.at,
      created.by,
      event.recordedAt,
      event.meta.actor,
      JSON.stringify({ ...body, ...steps }),
    ],
  );
  rows.replace(documentLine, [kind, id], lines);
}

/** A discount, or a settlement with an account: what it settles will not be paid. */
const allows = ({ transaction_type, settled_as, account }: Readonly<Record<string, unknown>>): boolean =>
  transaction_type === 'discount' || (settled_as !== undefined && typeof account === 'number');

function writeOpenItems(event: RecordedEvent, { state, changes }: DocumentFold, rows: Rows): void {
  const declaration = kindOf(event);
  const isReturn = declaration !== undefined && RETURNS.has(declaration.kind);
  const isAllowed = declaration !== undefined && allows(flatten(declaration, state));
  for (const { amount, ...change } of changes) {
    const open = entityOf(change.document);
    const settled = change.document === event.stream ? ZERO : negate(amount);
    const sums = [amount, isReturn ? settled : ZERO, isAllowed ? settled : ZERO];
    rows.add(document, [open.kind, open.id, change.party, change.currency], sums);
  }
}
