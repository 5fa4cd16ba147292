/**
 * How a document shows itself to the rest of Daftar: its decider, what it has in the books in a given state,
 * and its transitions as the API offers them. One declaration a document; `domain/documents.ts` lists them all.
 */
import type { TSchema } from 'typebox';
import type { BusinessFolder } from '../business-folders.ts';
import type { Paper } from '../paper/paper.ts';
import type { Posting } from '../posting/entry.ts';
import type { PostingTable } from '../posting/posting-rule.ts';
import { type Attached, withAttachments } from './attachments.ts';
import type { Claim } from './claim.ts';
import type { Decider } from './decider.ts';
import { withBounds } from './document-bounds.ts';
import { withChecks } from './document-checks.ts';
import type { DomainEvent } from './event.ts';
import type { Facts } from './facts.ts';
import { AttachBody, attachable } from './fields.schema.ts';
import type { Held } from './held.schema.ts';
import { type RateSide, withRateCorrection } from './rate-correction.ts';

export interface Transition<Command> {
  /** Without the resource: `complete` asks for `sales/complete`. */
  readonly permission: string;
  /** Body of `POST r/{id}/{transition}`; without one the body is empty. */
  readonly body?: TSchema;
  /** A reason must be given. */
  readonly reasoned?: boolean;
  command(body: object): Command;
}

/** What events bring with them beside their own: the sale that a quotation is converted to, prices of items. */
export interface Following {
  readonly kind: string;
  /** Of a new document, one of `facts.newIds`, which the events of the first document name too. */
  readonly id: number;
  /** It is there already: a document or record that the command or its document names. */
  readonly existing?: true;
  /** The field of the first document's body that stands for it: whatever refuses it is told there. */
  readonly field?: string;
  readonly commands: readonly unknown[];
}

/** What a decision asks of the read models: sums of the books that no claim holds. */
export type ReadModelQuery =
  | {
      readonly of: 'commission';
      readonly salesman: number;
      readonly outlet: number;
      /** Last day of the period. */
      readonly to: string;
    }
  /** What an outlet has, is owed and owes in foreign currency at the end of a day. */
  | { readonly of: 'foreign_balances'; readonly outlet: number; readonly to: string }
  /** The tax of an outlet until the end of a day, less what was paid of it. */
  | { readonly of: 'tax'; readonly outlet: number; readonly to: string }
  /** What was depreciated of bought assets, and which of them are gone. */
  | { readonly of: 'asset_lives'; readonly purchases: readonly number[] }
  /** How many levels of categories there are below one. */
  | { readonly of: 'levels_below'; readonly category: number };

/** Where a document belongs; `receiving` is the other side, whose people see it too. */
export interface Place {
  readonly outlet: number;
  readonly inventory?: number;
  readonly receiving?: { readonly outlet: number; readonly inventory?: number };
}

/** A party and a currency (all of them when left out, without rates) whose open items a decision asks for. */
export interface OpenItemsOf {
  readonly party: string;
  readonly currency?: number;
  /** Whether it asks in whose books each of them is. */
  readonly withOutlets?: true;
}

export interface DocumentDeclaration<
  State extends { readonly status: string } = { readonly status: string },
  Command = unknown,
  Event extends DomainEvent = DomainEvent,
> {
  /** Stream prefix and event prefix. */
  readonly kind: string;
  readonly resource: string;
  /** Where it is declared; its operations stand under it in the API document. */
  readonly folder: BusinessFolder;
  /** The permission of its list, where it is not `index`. */
  readonly listedWith?: string;
  readonly decider: Decider<State, Command, Event, Facts>;
  /** The field of every state but `none` that has the document's own fields, as its events hold them; `data` when not given. */
  readonly holds?: string;
  /** Body of `POST r` and `PATCH r/{id}`. */
  readonly body: TSchema;
  /** What its answers hold besides its body. */
  readonly held?: Held;
  /** What is printed of it; the first when nobody chooses. None of what a job works out: there is nobody to give it to. */
  readonly papers?: readonly Paper[];
  /** Commands of `POST r`, in order. */
  create(body: object): readonly Command[];
  /** What a body asks for that is to be complete at once (`status: 'complete'`): the transition that `PATCH` adds to the change. */
  completing?(body: object): Command | undefined;
  /** What a body asks for beside its own command: the pictures that the document is to hold. */
  attaching?(body: object): Command | undefined;
  /** Command of `PATCH r/{id}`; undefined for documents that have no draft. */
  change?(body: object): Command;
  readonly transitions: Readonly<Record<string, Transition<Command>>>;
  /** Names of the transitions that are possible now, as in `transitions`. */
  possible(state: State): readonly string[];
  /** What each of its events posts. */
  readonly postings: PostingTable<Event>;
  /**
   * It is owed until it is paid: lists and its page say what remains and when it is due, its page the payments and returns
   * too. `returns` is the kind that takes its goods back, and `origin` the field there that names it.
   */
  readonly owed?: { readonly returns: string; readonly origin: string };
  /** The rate at which it is carried, where a correction of that rate corrects it too. */
  readonly carriedAt?: RateSide;
  /** Who may enter it keeps the books: such users may be named as accountants. */
  readonly isBookkeeping?: true;
  /** What the document has in the books in this state; empty when nothing. Claims are the difference of two states. */
  postingsOf(state: State, stream: string): readonly Posting[];
  /** Claims beside those that its postings make: what of a sale's line was returned. */
  readonly claims?: (before: State, after: State, stream: string) => readonly Claim[];
  /** What it says is worked out by a job: there is no paper that it came on. */
  readonly isJob?: true;
  /** Its postings count before the first financial year, or close one, so they ask for no open period; any other document's do. */
  readonly period?: 'before_first_year' | 'closing';
  /** What the device of a till sends was paid: no day keeps it out. */
  readonly wasPaid?: true;
  /** True where its rate is that of the document that it belongs to: nobody typed it here. */
  readonly ratesAreGiven?: (data: Readonly<Record<string, unknown>>) => boolean;
  /** Names the series of its number and the event that takes it. */
  readonly numbered?: {
    readonly event: Event['type'];
    readonly prefix: string;
    /** The place and date that make the series: outlet and year. */
    of(state: State): { readonly outlet: number; readonly date: string };
    /** Another event that takes a number of the series. */
    readonly alsoAt?: Event['type'];
    /** It came with a number of its own, which is of no series: that of a till's paper. */
    isOwn?(state: State): boolean;
    /** With its number it is in force, whatever it has in the books: nothing there does not say that it was taken back. */
    readonly inForceBeforePosting?: true;
  };
  /** The outlet (and inventory) that row scope asks for; undefined while there is no state. */
  place(state: State): Place | undefined;
  /**
   * Party and currency whose open items the decision asks for; `input` is the document's data with the body over it,
   * `named` gives the data of a document that one of the two names.
   */
  readonly openItems?: (
    input: Readonly<Record<string, unknown>>,
    named: (stream: string) => Readonly<Record<string, unknown>> | undefined,
  ) => OpenItemsOf | undefined;
  /** Prefixes of the level claims whose totals the decision asks for (`returned:sale-12:`); `input` as for openItems, `own` without the body. */
  readonly levels?: (
    input: Readonly<Record<string, unknown>>,
    own: Readonly<Record<string, unknown>>,
  ) => readonly string[];
  /**
   * The field that every document of this resource names: a salesman sale is a sale that names its salesman. The
   * kind itself is declared under a resource of its own, which shows all of them.
   */
  readonly discriminator?: string;
  /** Kinds of single records, beside the settings of the system, that its decisions read. */
  readonly settings?: readonly string[];
  /** Kind of the new document that the commands make beside their own; its id is in `facts.newIds`. `before`: the state that they meet. */
  readonly creates?: (commands: readonly Command[], before: State) => string | undefined;
  /** The field that names another document of the kind, which is reversed with the command that enters this one in its place. */
  readonly replaces?: string;
  /** What the events bring with them: decided with the same facts and stored in the same append. */
  readonly sideEffects?: (
    events: readonly Event[],
    after: State,
    stream: string,
    context: { readonly before: State; readonly facts: Facts },
  ) => readonly Following[];
  /** What the decision asks of the read models, answered as `facts.queryResult`; `input` as for openItems. */
  readonly measures?: (input: Readonly<Record<string, unknown>>) => ReadModelQuery | undefined;
  /** Message keys when a claim on this document is refused while it is taken back: `protected` for goods used since. */
  readonly reversalRefusals: { readonly stock: string; readonly cash: string };
}

/** The series of a document's number: its outlet and its day; of a state without data, none. */
export const seriesOf = (of: { readonly outlet_fk: number; readonly date: string } | undefined) => ({
  outlet: of?.outlet_fk ?? 0,
  date: of?.date ?? '',
});

/** Documents are listed together, each with its own state and commands; behind the list they are one shape. */
export function declareDocument<State extends { readonly status: string }, Command, Event extends DomainEvent>(
  declaration: DocumentDeclaration<State, Command, Event>,
): DocumentDeclaration {
  const { kind, possible, carriedAt } = declaration;
  const decider = carriedAt ? withRateCorrection(kind, carriedAt, declaration.decider) : declaration.decider;
  if (declaration.isJob) {
    return { ...declaration, decider: withBounds(declaration, decider) } as unknown as DocumentDeclaration;
  }
  return {
    ...declaration,
    ...holdingPictures(declaration),
    decider: withBounds(declaration, withChecks(declaration, withAttachments(kind, decider, possible))),
  } as unknown as DocumentDeclaration;
}

/**
 * Pictures are given with the body, or at any time later by the transition `attach`: by whoever may change a draft, or,
 * where there are no drafts, by whoever may enter the document.
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
