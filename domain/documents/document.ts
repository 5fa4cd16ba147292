/**
 * The declaration of a kind of document: its decider, its transitions in the API, its postings, and the data for
 * lists, pages and papers. `domain/registry/documents.ts` lists all declarations.
 */
import type { TSchema } from 'typebox';
import { withBatchesMoved } from '../batches/with-batches.ts';
import { type Attached, withAttachments } from '../deciding/attachments.ts';
import type { BusinessFolder } from '../deciding/business-folders.ts';
import type { Claim } from '../deciding/claim.ts';
import type { Decider } from '../deciding/decider.ts';
import type { DomainEvent } from '../deciding/event.ts';
import type { Facts } from '../deciding/facts.ts';
import { evolvingOnce, keepingLast } from '../deciding/keeping-last.ts';
import type { ReadModelQuery } from '../deciding/read-model-query.ts';
import type { Posting } from '../entries/entry.ts';
import type { PostingTable } from '../entries/posting-rule.ts';
import type { Paper } from '../paper/paper.ts';
import { AttachBody, attachable } from '../schemas/fields.schema.ts';
import type { Held } from '../schemas/held.schema.ts';
import type { EffectiveTime } from '../values/effective-date.ts';
import { withBounds } from './document-bounds.ts';
import { withChecks } from './document-checks.ts';
import type { OwnParts } from './own-parts.ts';
import { type CorrectionOf, type RateSide, withRateCorrection } from './rate-correction.ts';

export interface Transition<Command> {
  /** Without the resource: `complete` requires `sales/complete`. */
  readonly permission: string;
  /** Body of `POST r/{id}/{transition}`; without one the body is empty. */
  readonly body?: TSchema;
  /** True when a reason is required. */
  readonly reasoned?: boolean;
  /** May be sent without a revision, because concurrent commands of several people do not affect each other. */
  readonly isConcurrent?: true;
  command(body: object): Command;
}

type TransitionsTo<Command> = Readonly<Record<string, Transition<Command>>>;

/**
 * A command on another document or record that is decided and stored together with the events of this one: the sale
 * that a quotation is converted to, new prices of items.
 */
export interface Following {
  readonly kind: string;
  /** For a new document, one of `facts.newIds`, which the events of the first document refer to. */
  readonly id: number;
  /** True for an existing document or record, which the command or its document names. */
  readonly existing?: true;
  /** The field of the first document's body at which refusals of the related command are reported. */
  readonly field?: string;
  readonly commands: readonly unknown[];
}

/** The outlet and inventory of a document; users of the `receiving` side may read the document too. */
export interface Place {
  readonly outlet: number;
  readonly inventory?: number;
  readonly receiving?: { readonly outlet: number; readonly inventory?: number };
}

/**
 * A step in the life of a document: answers contain its time and its actor (`confirmed_at`, `confirmed_by_fk`).
 * Reverted steps remain in the history only.
 */
export interface Step {
  /** The names of the two fields: time and actor. */
  readonly takes?: StepFields;
  readonly undoes?: readonly StepFields[];
}

export type StepFields = readonly [at: string, by: string];

/** A party and a currency whose open items a decision reads; without `currency`, those of all, without rates. */
export interface OpenItemsOf {
  readonly party: string;
  readonly currency?: number;
  /** True when the due day of each open item is read too. */
  readonly withDueDays?: true;
  /** True when the outlet of each open item is read too. */
  readonly withOutlets?: true;
}

export interface DocumentDeclaration<
  State extends { readonly status: string } = { readonly status: string },
  Command = unknown,
  Event extends DomainEvent = DomainEvent,
  Resource extends string = string,
  Body extends TSchema = TSchema,
  Transitions extends TransitionsTo<Command> = TransitionsTo<Command>,
> {
  /** Stream prefix and event prefix. */
  readonly kind: string;
  readonly resource: Resource;
  /** The folder of the declaration, which is the tag of its operations in the API document. */
  readonly folder: BusinessFolder;
  /** The permission of its list, when that is not `index`. */
  readonly listedWith?: string;
  readonly decider: Decider<State, Command, Event, Facts>;
  /** The member of the state that contains the document's own fields as its events store them; `data` when left out. */
  readonly holds?: string;
  /** Body of `POST r` and `PATCH r/{id}`. */
  readonly body: Body;
  /** Fields of API answers that are not in the body. */
  readonly held?: Held;
  /** Its print templates, the default one first; absent for documents that a job creates. */
  readonly papers?: readonly Paper[];
  /** The only paper of a document in one of these states. */
  readonly paperIn?: Readonly<Record<string, Paper>>;
  /** Returns the commands of `POST r`, in order. */
  create(body: object): readonly Command[];
  /**
   * Returns the command that `PATCH` adds to the change when the body also completes the document (`status:
   * 'complete'`).
   */
  completing?(body: object): Command | undefined;
  /** Returns the command that attaches the pictures of a body; undefined when it has none. */
  attaching?(body: object): Command | undefined;
  /** Returns the command of `PATCH r/{id}`; absent for documents without drafts. */
  change?(body: object): Command;
  readonly transitions: Transitions;
  /** Names of the transitions that the state allows, as in `transitions`. */
  possible(state: State): readonly string[];
  /** The step of each event type that a person triggers; event types that are no step are left out. */
  readonly steps?: Readonly<Partial<Record<Event['type'], Step>>>;
  /** The posting rule of each event type. */
  readonly postings: PostingTable<Event>;
  /**
   * Present for documents that are owed until they are paid: lists and pages show the open amount and the due date,
   * pages also payments and returns. `returns` is the kind of document that returns its goods, `origin` the field
   * there that refers to this document; absent where no goods come back.
   */
  readonly owed?: { readonly returns?: string; readonly origin?: string };
  /** Parts of its total that its own state tells, beside its open item; absent for documents without such parts. */
  readonly ownParts?: (state: State) => OwnParts | undefined;
  /** The side of its rate, when a corrected rate record also corrects this document. */
  readonly carriedAt?: RateSide;
  readonly correctionOf?: CorrectionOf<State>;
  /** True when users with the permission to enter it are offered as accountants. */
  readonly isBookkeeping?: true;
  /**
   * The postings of the document in this state; empty when it has none. The claims of a command are derived from the
   * difference between two states.
   */
  postingsOf(state: State, stream: string): readonly Posting[];
  /** Claims in addition to those derived from its postings: the returned quantity of a sale's line. */
  readonly claims?: (before: State, after: State, stream: string) => readonly Claim[];
  /**
   * For a count: the moment at which an item was counted, if the decision needs the stock of its batches at that
   * moment; `input` as for openItems.
   */
  readonly countedAt?: (input: Readonly<Record<string, unknown>>, item: number) => EffectiveTime | undefined;
  /** True when a job calculates the document: it has no pictures, and its days and rates are not checked. */
  readonly isJob?: true;
  /**
   * Set when its postings are dated before the first financial year or close a year, so they require no open period;
   * those of all other documents do.
   */
  readonly period?: 'before_first_year' | 'closing';
  /** True when a till may send it after it was paid: its day is not refused then. */
  readonly wasPaid?: true;
  /** True when the rate was copied from the referenced document, so that no person entered it. */
  readonly ratesAreGiven?: (data: Readonly<Record<string, unknown>>) => boolean;
  /** The series of its number and the event that takes the number. */
  readonly numbered?: {
    readonly event: Event['type'];
    readonly prefix: string;
    /** Outlet and date, which select the series together with the year. */
    of(state: State): { readonly outlet: number; readonly date: string };
    /** Another event that takes a number of the series. */
    readonly alsoAt?: Event['type'];
    /**
     * True when the document already has a number outside of the series, such as a receipt number printed by a till.
     */
    isOwn?(state: State): boolean;
    /** True when it is in force from the moment it has a number, even if it has no postings then. */
    readonly inForceBeforePosting?: true;
  };
  /** The outlet and inventory for the row scope; undefined before the document was entered. */
  place(state: State): Place | undefined;
  /**
   * The party and currency whose open items the decision reads, or several parties. `input` is the document's data overwritten by the
   * body; `named` returns the data of a document that either of them refers to.
   */
  readonly openItems?: (
    input: Readonly<Record<string, unknown>>,
    named: (stream: string) => Readonly<Record<string, unknown>> | undefined,
  ) => OpenItemsOf | readonly OpenItemsOf[] | undefined;
  /** True when its decisions may convert an amount although the command names no foreign currency. */
  readonly readsRates?: true;
  /**
   * Prefixes of the level claims whose totals the decision reads (`returned:sale-12:`); `input` as for openItems,
   * `own` is the document's data without the body, `stream` that of the document.
   */
  readonly levels?: (
    input: Readonly<Record<string, unknown>>,
    own: Readonly<Record<string, unknown>>,
    stream: string,
  ) => readonly string[];
  /**
   * The field that all documents of this resource have: a salesman sale is a sale with a salesman. The kind itself is
   * declared under a separate resource, which contains all of them.
   */
  readonly discriminator?: string;
  /** True when the goods of another document leave again: a refusal says in which inventories they are. */
  readonly saysWhere?: true;
  /** Kinds of singleton records, in addition to the system settings, that its decisions read. */
  readonly settings?: readonly string[];
  /**
   * Returns the kind of the new document that the commands create in addition; its id is in `facts.newIds`. `before`
   * is the state before the commands.
   */
  readonly creates?: (commands: readonly Command[], before: State) => string | undefined;
  /**
   * The field that refers to the document of the same kind that this one replaces; the same command reverses that
   * document.
   */
  readonly replaces?: string;
  /**
   * Commands on related streams that follow from the events: decided with the same facts, stored in the same append.
   */
  readonly sideEffects?: (
    events: readonly Event[],
    after: State,
    stream: string,
    context: { readonly before: State; readonly facts: Facts },
  ) => readonly Following[];
  /** True when its figures are sums over the books, which may exceed the bound of entered amounts. */
  readonly carriesSums?: true;
  /** The read model query that the decision needs, answered in `facts.queryResult`; `input` as for openItems. */
  readonly measures?: (
    input: Readonly<Record<string, unknown>>,
    commands: readonly Command[],
    /** Of the document; undefined before it is created. */
    id?: number,
  ) => ReadModelQuery | undefined;
  /**
   * Message keys when a reversal of this document is refused by a claim: `protected` for goods that were used since.
   */
  readonly reversalRefusals: { readonly stock: string; readonly cash: string };
}

/** The outlet and day by which a number's series is chosen; zero and empty for a state without data. */
export const seriesOf = (of: { readonly outlet_fk: number; readonly date: string } | undefined) => ({
  outlet: of?.outlet_fk ?? 0,
  date: of?.date ?? '',
});

/**
 * A declaration among all others: the types of its resource, of its body and of its own transitions are known, those of
 * its state are not.
 */
export type Declared<
  Resource extends string,
  Body extends TSchema,
  Transitions extends TransitionsTo<unknown> = TransitionsTo<unknown>,
> = DocumentDeclaration<{ readonly status: string }, unknown, DomainEvent, Resource, Body, Transitions>;

/**
 * `declareDocument<State, Command, Event>()({ … })`. The types of state and command are erased, so that all documents
 * can be listed together. Those of the resource, of the body and of the transitions follow from the declaration.
 */
export const declareDocument =
  <State extends { readonly status: string }, Command, Event extends DomainEvent>() =>
  <Resource extends string, Body extends TSchema, const Transitions extends TransitionsTo<Command>>(
    declaration: DocumentDeclaration<State, Command, Event, Resource, Body, Transitions>,
  ): Declared<Resource, Body, Transitions> => {
    const { kind, possible, carriedAt } = declaration;
    // The checks and the claims of one decision read the same states and postings.
    const declared = { ...declaration, postingsOf: keepingLast(declaration.postingsOf) };
    const decider = carriedAt ? withRateCorrection(declaration, carriedAt) : declaration.decider;
    if (declaration.isJob) {
      const bounded = withBounds(declared, evolvingOnce(decider));
      return { ...declared, decider: bounded } as unknown as Declared<Resource, Body, Transitions>;
    }
    const held = evolvingOnce(withAttachments(kind, decider, possible));
    return {
      ...declared,
      ...holdingPictures(declared),
      decider: withBatchesMoved(declared, withBounds(declared, withChecks(declared, held))),
    } as unknown as Declared<Resource, Body, Transitions>;
  };

/**
 * Adds the commands for pictures: with the body, or later by the transition `attach`. It requires the permission to
 * change a draft, or to enter the document when there are no drafts.
 */
function holdingPictures<State extends { readonly status: string }, Command, Event extends DomainEvent>({
  body,
  create,
  change,
  transitions,
}: DocumentDeclaration<State, Command, Event>) {
  const own = ({ attachments: _, ...fields }: Partial<Attached>): object => fields;
  const attach = ({ attachments }: Attached) => ({ type: 'attach', attachments });
  return {
    body: attachable(body),
    create: (given: object) => create(own(given)),
    ...(change ? { change: (given: object) => change(own(given)) } : {}),
    attaching: ({ attachments }: Partial<Attached>) => (attachments ? attach({ attachments }) : undefined),
    transitions: {
      ...transitions,
      attach: { permission: change ? 'update' : 'store', body: AttachBody, command: attach },
    },
  };
}
