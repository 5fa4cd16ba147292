/** Pattern 3: creates the editor of a kind of document, and the view of a completed one, from a declaration. */

import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useDeferredValue, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/error.ts';
import { ArchivedYearBanner, type Days } from '../calendar/archived-year.tsx';
import { SectionNotFoundPage } from '../controls/not-found.tsx';
import { FailedState, SkeletonLines } from '../controls/states.tsx';
import { UnsavedGuard } from '../form/unsaved-guard.tsx';
import { notifySuccess } from '../notify/notify.ts';
import { printPath } from '../paper/printing/print-path.ts';
import { usePathPart } from '../session/address-parts.ts';
import { useCan, useMe } from '../session/session.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { DetailsPanel } from './details-panel.tsx';
import { ConflictDialog } from './dialogs/conflict-dialog.tsx';
import { MissingRateDialog } from './dialogs/missing-rate-dialog.tsx';
import { DocumentBar } from './document-bar.tsx';
import { DocumentTabs } from './document-tabs.tsx';
import { useProposedDueDays } from './fields/due-day.ts';
import { HeaderField } from './fields/header-field.tsx';
import type { FocusCell } from './go-to-place.ts';
import { firstField } from './grid/grid-props.ts';
import { useScanner } from './grid/scanning.ts';
import { useIsDocumentShown, useNoticesAfterLeaving } from './left-session.ts';
import { useAmountFormat } from './model/amount-format.ts';
import type { ServerDocument } from './model/body.ts';
import { completedKey, isShown, type ShownTotals } from './model/declaration.ts';
import type { Draft } from './model/draft.ts';
import { useEditing } from './model/editing-store.ts';
import { DocumentDayProvider, useItemsOfDay } from './model/goods/document-day.ts';
import { scanItem } from './model/goods/line-items.ts';
import { followDay } from './model/goods/rate-of-day.ts';
import { useDefaultAccount, useReferenceData } from './model/reference-data.ts';
import { type Opened, useAutosave, useOpened, useSessionState } from './model/use-session.ts';
import { PriorPeriodDialog } from './prior-period.tsx';
import { ProblemSummary } from './problem-summary.tsx';
import { RestoredBanner } from './restored-banner.tsx';
import type { ScreenDeclaration } from './screen-declaration.ts';

/** Transitions by which a completed document is undone. */
const REVERSED_BY: readonly string[] = ['return_to_draft', 'reverse'];

const dayOf = ({ date }: Draft['header']): Days => (typeof date === 'string' ? { from: date, to: date } : {});

/** The screen of a declaration; must be called once, outside of components. `$id` of its route is a number or `new`. */
export function documentScreen(declaration: ScreenDeclaration): ComponentType {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each declaration, at module level.
  return function DeclaredDocument() {
    return <DocumentPage declaration={declaration} />;
  };
}

interface DocumentPageProps {
  readonly declaration: ScreenDeclaration;
  /** The initial content of a new document with a source. */
  readonly start?: Draft;
  /** The address to open after completion; default the document's own. */
  readonly doneAt?: string | undefined;
}

export function DocumentPage({ declaration, start, doneAt }: DocumentPageProps) {
  const params = { id: usePathPart('id') };
  const isNew = params.id === undefined || params.id === 'new';
  if (isNew && declaration.madeElsewhere) return <SectionNotFoundPage />;
  // An invalid number is not requested from the server.
  if (!isNew && !/^[1-9]\d{0,9}$/.test(String(params.id))) return <SectionNotFoundPage />;
  return <OpenedDocument {...{ declaration, start, doneAt }} id={isNew ? undefined : Number(params.id)} />;
}

function OpenedDocument({
  declaration,
  start,
  doneAt,
  id,
}: {
  declaration: ScreenDeclaration;
  start: Draft | undefined;
  doneAt: string | undefined;
  id: number | undefined;
}) {
  const [generation, setGeneration] = useState(0);
  // The address of a new document becomes its own when it is stored; `new` after that is another document.
  const [address, setAddress] = useState(id);
  if (address !== id) {
    setAddress(id);
    if (id === undefined) setGeneration((now) => now + 1);
  }
  const { opened, error, refetch } = useOpened(declaration, id, generation, start);
  const ready = useReferenceData(opened?.session.store.state.draft.header['date']);
  // React renders a deferred value in parts, between which the browser takes keys.
  const isShown = useDeferredValue(opened !== undefined && ready, false);
  if (error instanceof ApiError && error.status === 404) return <SectionNotFoundPage />;
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!opened || !ready || !isShown) return <SkeletonLines lines={8} />;
  return (
    <Editor
      key={`${generation}-${opened.localName}`}
      {...{ declaration, opened, doneAt }}
      onNew={() => setGeneration((now) => now + 1)}
    />
  );
}

interface EditorProps {
  readonly declaration: ScreenDeclaration;
  readonly opened: Opened;
  readonly doneAt: string | undefined;
  readonly onNew: () => void;
}

function Editor({ declaration, opened, doneAt, onNew }: EditorProps) {
  const { session } = opened;
  const navigate = useNavigate();
  const state = useSessionState(session);
  const { draft } = useEditing(session.store);
  /** The conflict that was closed without a decision; the next save shows it again. */
  const [putOff, setPutOff] = useState<typeof state.conflict>();
  const look = useAmountFormat(draft.header);
  const focusCell = useRef<FocusCell>({ lines: null, costs: null, showTab: null });
  const readOnly = !session.editable;
  useAutosave(opened);
  useReferenceData(draft.header['date']);
  useDefaultAccount(session, draft);
  useProposedDueDays(session);
  useItemsOfDay(draft);
  useOwnAddress(opened, doneAt);
  useNoticesAfterLeaving(session, declaration);
  const { takesScan = ({ store }, code) => scanItem({ store, declaration }, code) } = declaration;
  useScanner((code) => takesScan(session, code), !readOnly && !declaration.fixedLines);
  const openNew = () => {
    onNew();
    void navigate({ to: `${declaration.path}/new` });
  };
  const { save, complete, question } = useActions(opened, declaration, doneAt === undefined ? openNew : undefined);
  const isStillShown = useIsDocumentShown(session, declaration);
  const leave = () => {
    if (isStillShown()) void navigate({ to: declaration.path });
  };
  return (
    <DocumentDayProvider value={draft.header['date']}>
      <div className="flex h-full flex-col max-md:h-auto">
        <DocumentBar
          {...{ declaration, session }}
          onSave={() => void save()}
          onComplete={(andNew) => void complete(andNew)}
          onGone={leave}
        />
        <RestoredBanner opened={opened} />
        <ArchivedYearBanner {...dayOf(draft.header)} />
        <ProblemSummary
          {...{ declaration, draft }}
          problems={state.problems}
          attempt={state.attempt}
          onCell={(table, key, field) => {
            // The grid must be in the page before it can take the focus.
            if (!focusCell.current[table]) flushSync(() => focusCell.current.showTab?.(table));
            const columns = declaration[table === 'lines' ? 'columns' : 'costs'] ?? [];
            focusCell.current[table]?.(key, field ?? firstField(columns));
          }}
        />
        <div className="flex min-h-0 flex-1 gap-3 px-4 pb-4 max-md:flex-col max-md:px-2">
          <div className="flex min-w-0 flex-1 flex-col gap-3">
            <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-3 rounded-lg border border-edge bg-surface-1 p-3 shadow-card">
              {declaration.header
                .filter((field) => isShown(field, draft.header))
                .map((field, index) => (
                  <HeaderField
                    key={field.field}
                    first={index === 0 && state.server === undefined}
                    store={session.store}
                    problems={state.problems}
                    {...{ draft, field, look, readOnly }}
                    onDay={(day, before) => field.field === 'date' && followDay(session, day, before)}
                  />
                ))}
            </div>
            {declaration.strip && <declaration.strip session={session} />}
            <DocumentTabs {...{ declaration, session, look, readOnly, focusCell }} />
          </div>
          {declaration.details.length > 0 && <DetailsPanel {...{ session, look, readOnly }} />}
        </div>
        <PriorPeriodDialog session={session} />
        <MissingRateDialog {...{ session, draft }} />
        {question}
        <UnsavedGuard dirty={session.dirty && state.server !== undefined && !readOnly} />
        {state.conflict && state.conflict !== putOff && (
          <ConflictDialog
            {...{ declaration, draft }}
            conflicts={state.conflict.conflicts}
            onClose={() => setPutOff(state.conflict)}
            onDecide={(theirs) => {
              session.decide(theirs);
              void session.save();
            }}
          />
        )}
      </div>
    </DocumentDayProvider>
  );
}

/** Saves by keys: the focused field is left first, so that its text counts. */
function useActions({ session }: Opened, declaration: ScreenDeclaration, openNew: (() => void) | undefined) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { system_currency } = useMe();
  const can = useCan();
  const [asking, setAsking] = useState<{ readonly andNew: boolean; readonly totals: ShownTotals }>();
  const isStillShown = useIsDocumentShown(session, declaration);
  const settled = async (work: () => Promise<boolean>) => {
    const field = document.activeElement;
    if (field instanceof HTMLElement) field.blur();
    const done = await work();
    if (!isStillShown()) return done;
    // After a completion there is no field, and a summary of problems takes the focus itself.
    const isFree = done
      ? session.editable && document.activeElement === document.body
      : session.read().problems.size === 0;
    if (isFree && field instanceof HTMLElement && field.isConnected) field.focus();
    return done;
  };
  const send = async (andNew: boolean, answer: Readonly<Record<string, unknown>> = {}) => {
    setAsking(undefined);
    if (!(await settled(() => session.complete(answer)))) return;
    const { server } = session.read();
    const isLeft = openNew !== undefined && (andNew || !isStillShown());
    notifySuccess(t(completedKey(declaration), { number: server?.number ?? '' }), server && offers(server, isLeft));
    if (andNew && isStillShown()) openNew?.();
  };
  const complete = async (andNew: boolean) => {
    const facts = { systemCurrency: system_currency.currency_id, roundingStep: null, decimals: undefined };
    const totals = declaration.totals(session.store.state.draft, facts);
    if (declaration.completionQuestion?.isAsked(totals)) setAsking({ andNew, totals });
    else await send(andNew);
  };
  /** Print, and undo where it is the completed document that is shown; otherwise a link to it. */
  const offers = ({ id, number, possible }: ServerDocument, isLeft: boolean) => {
    const { resource } = session.declaration;
    const back = declaration.transitions.find(({ name }) => REVERSED_BY.includes(name) && possible.includes(name));
    const mayTakeBack = back !== undefined && can(`${resource}/${back.permission}`);
    const open = {
      label: t(declaration.title, { number }),
      run: () => void navigate({ to: `${declaration.path}/${id}` }),
    };
    const print = { label: t('paper:open'), run: () => void navigate({ to: printPath(resource, id) }) };
    const reason = t('document:undone_at_once');
    const undo = { label: t('document:undo'), run: () => void session.transition(back?.name ?? '', { reason }) };
    return [...(isLeft ? [open] : []), print, ...(mayTakeBack && !isLeft ? [undo] : [])];
  };
  const save = () => (session.declaration.noDraft ? complete(false) : settled(() => session.save()));
  useShortcut('form_save', () => void save(), session.editable);
  useShortcut('form_save_new', () => void complete(true), session.editable);
  const Question = declaration.completionQuestion?.dialog;
  const question = Question && asking && (
    <Question
      totals={asking.totals}
      onAnswer={(answer) => void send(asking.andNew, answer)}
      onClose={() => setAsking(undefined)}
    />
  );
  return { save, complete, question };
}

/** Replaces the address after the first save (or goes to `doneAt`), without leaving the focused field. */
function useOwnAddress(opened: Opened, doneAt: string | undefined): void {
  const { session } = opened;
  const navigate = useNavigate();
  const id = useSessionState(session).server?.id;
  const address = useRef(opened.id);
  const isStillShown = useIsDocumentShown(session, session.declaration);
  useEffect(() => {
    if (id === undefined || id === address.current || !isStillShown()) return;
    address.current = id;
    void navigate({ to: doneAt ?? `${session.declaration.path}/${id}`, replace: true, ignoreBlocker: true });
  }, [id, navigate, session, doneAt, isStillShown]);
}
