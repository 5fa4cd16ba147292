/**
 * An open document: its draft, its stored state, and the writes between them. Writes run one after another; a write
 * with an unknown outcome is repeated unchanged before any other.
 */
import { v4 as uuid } from 'uuid';
import { blockersIn } from '../../api/blockers.ts';
import type { Answer } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { forget } from '../../api/query.ts';
import { say } from '../../language/language.ts';
import { notifyError, notifyProblem, notifySuccess } from '../../notify/notify.ts';
import {
  identitiesAfter,
  NO_KEYS,
  type Outgoing,
  placeProblems,
  readDocument,
  type ServerDocument,
  toBody,
} from './body.ts';
import { COMPLETE, type EditorDeclaration, needsLine } from './declaration.ts';
import type { Draft } from './draft.ts';
import { EditingStore } from './editing-store.ts';
import { rememberNames } from './known-names.ts';
import { acceptTheirs, type Conflict } from './merge.ts';
import { allHaveCome } from './on-the-way.ts';
import { fetchDocument } from './server-document.ts';
import {
  leaveRefusal,
  mergedWith,
  NO_PROBLEMS,
  offerIn,
  type PriorPeriodOffer,
  type SessionState,
  sendStep,
  sendWrite,
  stateOf,
  type Write,
  writeOf,
} from './session-state.ts';

type Data = Readonly<Record<string, unknown>>;
const MERGES_MAX = 3;

export class DocumentSession {
  readonly declaration: EditorDeclaration;
  readonly store: EditingStore;
  #state: SessionState;
  #queue: Promise<unknown> = Promise.resolve();
  /** The offer of the last refusal. */
  #offer: PriorPeriodOffer | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(declaration: EditorDeclaration, draft: Draft, server?: ServerDocument) {
    this.declaration = declaration;
    this.store = new EditingStore(draft);
    this.#state = stateOf(draft, server);
  }

  readonly read = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #setState(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  get dirty(): boolean {
    return this.store.state.draft !== this.#state.saved;
  }

  get editable(): boolean {
    return !this.declaration.madeElsewhere && (this.#state.server?.possible.includes('change') ?? true);
  }

  /** The draft was restored from this device: it is compared with `saved`; `sent` was sent and not answered. */
  keepAsUnsaved(saved: Draft, sent?: Write): void {
    this.#setState({ saved, unanswered: sent });
  }

  /** Resolves the unanswered write. True when the server has the document. */
  resume(): Promise<boolean> {
    return this.#inTurn(async () => {
      // The session's state holds the unanswered write, and the screen shows it.
      if (this.#state.unanswered) await this.#deliver(this.#state.unanswered).catch(() => undefined);
      return this.#state.server !== undefined;
    }, true);
  }

  /** Returns to the stored state, or to an empty document. What was discarded is not brought back by an undo. */
  startOver(): void {
    this.store.edit({ do: 'begin', draft: this.#state.saved });
    this.#setState({ saved: this.store.state.draft, problems: NO_PROBLEMS, conflict: undefined });
  }

  /** The current body. */
  outgoing(): Outgoing {
    return toBody(this.declaration, this.store.state.draft, this.#state.identities);
  }

  /** Saves the draft. True when the server has stored it. */
  save(): Promise<boolean> {
    return this.#inTurn(async () => {
      if (!this.dirty && this.#state.server) return true;
      if (!(await this.#send({}))) return false;
      notifySuccess(say('document:draft_saved'));
      return true;
    });
  }

  /** Saves without messages; errors are shown when the person saves. */
  autosave(): Promise<boolean> {
    return this.#inTurn(() => (this.dirty ? this.#send({}, true) : Promise.resolve(true)), true);
  }

  /** Saves and completes in one command; `extra` are further fields of the completion, such as later receipts. */
  complete(extra: Data = {}): Promise<boolean> {
    const { transition, status } = this.declaration.completion ?? COMPLETE;
    const saves = status === undefined && !this.declaration.noDraft;
    return this.#inOpenYear(async (requested) => {
      const told = { ...extra, ...requested };
      if (saves && (this.dirty || !this.#state.server) && !(await this.#send({}))) return false;
      const { server } = this.#state;
      if (server && !this.dirty) return this.#transition(server, transition, told);
      return this.#send(this.declaration.noDraft ? told : { ...told, status });
    });
  }

  transition(name: string, body: Data): Promise<boolean> {
    return this.#inOpenYear(async (requested) => {
      const { server } = this.#state;
      return server ? this.#transition(server, name, { ...body, ...requested }) : false;
    });
  }

  /** Runs `work`; if only a closed year refuses it and the person accepts, again as a prior-period adjustment. */
  #inOpenYear(work: (requested: Data) => Promise<boolean>): Promise<boolean> {
    return this.#inTurn(async () => {
      const done = await work({});
      const offer = this.#offer;
      if (done || !offer) return done;
      const accepted = await new Promise<boolean>((decide) => this.#setState({ offer: { ...offer, decide } }));
      this.#setState({ offer: undefined });
      return accepted && (await work({ prior_period: true }));
    });
  }

  /** Applies a person's decision to the draft: `theirs` are the conflicts with their value. */
  decide(theirs: readonly Conflict[]): void {
    if (this.#state.conflict) acceptTheirs(this.store, this.#state.conflict.theirs.draft, theirs);
    this.#setState({ conflict: undefined });
  }

  async #inTurn(work: () => Promise<boolean>, quiet = false): Promise<boolean> {
    const turn = this.#queue.then(async () => {
      this.#offer = undefined;
      if (!quiet) this.#setState({ busy: true });
      try {
        if (!quiet) await allHaveCome();
        return await work();
      } catch (problem) {
        if (!quiet) notifyProblem(problem);
        return false;
      } finally {
        this.#setState({ busy: false });
      }
    });
    this.#queue = turn;
    return turn;
  }

  async #send(extra: Data, quiet = false, merges = 0): Promise<boolean> {
    // Before a person has decided nothing is sent: the conflict is shown again.
    if (this.#state.conflict && !quiet) this.#setState({ conflict: { ...this.#state.conflict } });
    if (this.#state.conflict) return false;
    if (this.#state.unanswered) {
      const isWhole = await this.#deliver(this.#state.unanswered).catch(leaveRefusal);
      if (!this.editable) return isWhole;
    }
    const { draft } = this.store.state;
    const { body, plain, keys, problems } = this.outgoing();
    if (problems.size > 0) {
      if (!quiet) this.#refused(new Map([...problems].map(([place, key]) => [place, say(key)])));
      return false;
    }
    const write = writeOf(this.declaration.resource, this.#state.server, { ...body, ...extra });
    try {
      await this.#deliver({ ...write, key: uuid(), draft, keys });
      this.#setState({ problems: NO_PROBLEMS });
      return true;
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      if (problem.stale && merges < MERGES_MAX) {
        if (!(await this.merge())) return false;
        return this.#send(extra, quiet, merges + 1);
      }
      if (quiet) return false;
      return this.#handleApiError(problem, keys, plain);
    }
  }

  /** True when the stored document has everything that is on the screen, or can still be changed. */
  async #deliver(write: Write): Promise<boolean> {
    this.#setState({ unanswered: write });
    try {
      return this.#adopt(await sendWrite(write), write);
    } catch (problem) {
      if (problem instanceof ApiError && problem.definite) this.#setState({ unanswered: undefined });
      throw problem;
    }
  }

  #adopt(answer: Answer<Data>, { draft, keys }: Pick<Write, 'draft' | 'keys'>): boolean {
    const server = readDocument(this.declaration, answer.data);
    rememberNames(this.declaration, answer.data);
    const identities = identitiesAfter(this.declaration, this.#state.identities, keys, server.draft);
    const isFinal = !server.possible.includes('change');
    const isBehind = isFinal && this.store.state.draft !== draft;
    // What was entered after it was sent is not in the document.
    if (isBehind) this.store.edit({ do: 'replace', draft: server.draft });
    if (isFinal) this.#setState({ conflict: undefined });
    this.#setState({ server, saved: isBehind ? server.draft : draft, identities, unanswered: undefined });
    const isLost = isBehind && server.status !== 'discarded';
    if (isLost) notifyError(say('document:completed_before', { number: server.number ?? '' }));
    void forget(this.declaration.resource);
    if (isFinal) void this.#readBooks(server);
    return !isBehind;
  }

  async #readBooks({ id, revision }: ServerDocument): Promise<void> {
    // A command's answer lacks payment and receipt status; after a failure the screen keeps that answer.
    const now = await fetchDocument(this.declaration, id).catch(() => undefined);
    const { server } = this.#state;
    if (now && server?.id === id && server.revision === revision)
      this.#setState({ server: { ...server, data: now.data } });
  }

  async #transition(server: ServerDocument, name: string, body: Data): Promise<boolean> {
    const { keys, plain } = this.outgoing();
    // Unsent changes stay unsent: a picture may be added while editing.
    const sent = this.dirty ? { draft: this.#state.saved, keys: NO_KEYS } : { draft: this.store.state.draft, keys };
    try {
      const answer = await sendStep(this.declaration.resource, server, name, body);
      this.#adopt(answer, sent);
      this.#setState({ problems: NO_PROBLEMS });
      if (answer.position === null && answer.message !== undefined) notifySuccess(answer.message);
      return true;
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      return this.#handleApiError(problem, keys, plain);
    }
  }

  /** Shows field errors; takes over a document that another person changed; reports other errors. */
  async #handleApiError(problem: ApiError, keys: Outgoing['keys'], plain: Data): Promise<boolean> {
    this.#offer = offerIn(problem);
    if (problem.status === 422 && Object.keys(problem.errors).some((field) => field !== '')) {
      this.#refused(placeProblems(problem.errors, keys, (path) => this.declaration.wire?.place?.(path, plain)));
      if (blockersIn(problem)) notifyProblem(problem);
      return false;
    }
    notifyProblem(problem);
    if (problem.status === 409) await this.#takeOver();
    return false;
  }

  #refused(problems: ReadonlyMap<string, string>): void {
    this.#setState({ problems, attempt: this.#state.attempt + 1 });
  }

  /** Loads the stored state and shows it; unsaved changes are merged with it. */
  async #takeOver(): Promise<unknown> {
    const { server } = this.#state;
    const now = server && (await fetchDocument(this.declaration, server.id));
    const mayChange = now?.possible.includes('change');
    if (!now || (mayChange && now.revision === server.revision)) return;
    if (mayChange && this.dirty) return this.merge(now);
    this.store.edit({ do: 'replace', draft: now.draft });
    if (mayChange && needsLine(this.declaration, now.draft))
      this.store.edit({ do: 'add_line', table: 'lines', fields: this.declaration.blankLine });
    this.#setState({ server: now, saved: this.store.state.draft, conflict: undefined });
  }

  /** True without conflicts: the draft contains both changes and can be sent on the new revision. */
  async merge(loaded?: ServerDocument): Promise<boolean> {
    const { server } = this.#state;
    if (!server) return false;
    const theirs = loaded ?? (await fetchDocument(this.declaration, server.id));
    const { draft, state } = mergedWith(this.declaration, this.#state, this.store.state.draft, theirs);
    this.store.edit({ do: 'replace', draft });
    this.#setState(state);
    if (!state.conflict) notifySuccess(say('document:merged'));
    return !state.conflict;
  }
}
