/**
 * A payment reminder: the proposed letter for a customer (`new?customer=7`), stored when it is issued, and the issued
 * letter, which can be printed again.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileText, Printer, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { v4 as uuid } from 'uuid';
import { enter } from '../shared/api/enter.ts';
import { forget } from '../shared/api/query.ts';
import { read } from '../shared/api/read.ts';
import { Button } from '../shared/controls/button.tsx';
import { SectionNotFoundPage } from '../shared/controls/not-found.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { LookupField } from '../shared/form/fields/lookup-field.tsx';
import { SelectField } from '../shared/form/fields/select-field.tsx';
import { namedField } from '../shared/form/named-field.ts';
import { fieldLabel, optionLabel } from '../shared/language/names.ts';
import { isLanguage, LANGUAGES, type Language, preferences } from '../shared/language/preferences.ts';
import { notifyProblem, notifySuccess } from '../shared/notify/notify.ts';
import { fetchReportLook, tableLaidOut } from '../shared/paper/lay-out-table.ts';
import { PaperPreview } from '../shared/paper/paper-preview.tsx';
import { paperWords } from '../shared/paper/paper-words.ts';
import { type LaidOut, place } from '../shared/paper/printing/print-paper.ts';
import { shopName } from '../shared/paper/printing/printing.ts';
import { sharePaper } from '../shared/paper/printing/share-paper.ts';
import { useAddress, useAddressNumber, usePathPart } from '../shared/session/address-parts.ts';
import { useCan, useMe } from '../shared/session/session.ts';
import { useShortcut } from '../shared/shortcuts/shortcuts.ts';
import { type Letter, reminderPaper, reminderText } from './reminder-paper.ts';

const PATH = '/customers/payment-reminders';

export function Editor() {
  const id = usePathPart('id');
  const customer = useAddressNumber('customer');
  if (id !== 'new' && !/^[1-9]\d{0,9}$/.test(String(id))) return <SectionNotFoundPage />;
  if (id !== 'new')
    return (
      <Shown
        key={id}
        load={(language) => read('payment_reminders/:id/letter', { params: { id: Number(id) }, language })}
        of={String(id)}
      />
    );
  return customer === undefined ? (
    <ChooseCustomer />
  ) : (
    <Shown
      key={`of-${customer}`}
      load={(language) => read('customers/:id/reminder', { params: { id: customer }, language })}
      of={`customer-${customer}`}
    />
  );
}

function ChooseCustomer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const choose = (customer: number | null) =>
    customer !== null && void navigate({ to: `${PATH}/new`, search: { customer } });
  return (
    <div className="flex flex-col gap-4 p-4">
      <h1 className="text-xl font-semibold">{t('documents:payment_reminder.new')}</h1>
      <div className="max-w-sm">
        <LookupField
          {...namedField('customer_fk')}
          {...{ resource: 'customers', creatable: false, autoFocus: true }}
          value={null}
          onChange={choose}
        />
      </div>
    </div>
  );
}

interface LetterSource {
  /** The reminder, or the customer to whom one is proposed. */
  readonly of: string;
  readonly load: (language: Language) => Promise<Letter>;
}

/** The letter with the names of cities in the language; until they are loaded, the one in the language before. */
const useLetter = ({ of, load }: LetterSource, language: Language) =>
  useQuery({
    queryKey: ['payment_reminders', 'letter', of, language],
    queryFn: () => load(language),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  });

function Shown(source: LetterSource) {
  const [chosen, setChosen] = useState<Language>();
  const first = useLetter(source, preferences().language);
  const issuedIn = first.data?.letter_language;
  const language = chosen ?? (isLanguage(issuedIn) ? issuedIn : preferences().language);
  const { data, error, isPlaceholderData, refetch } = useLetter(source, language);
  const problem = first.error ?? error;
  if (problem) return <FailedState problem={problem} onRetry={() => void Promise.all([first.refetch(), refetch()])} />;
  if (!data) return <SkeletonLines lines={10} />;
  return <LetterPage letter={data} isLoaded={!isPlaceholderData} language={language} onChoose={setChosen} />;
}

interface LetterPageProps {
  readonly letter: Letter;
  /** False while the letter in the chosen language is being loaded. */
  readonly isLoaded: boolean;
  readonly language: Language;
  readonly onChoose: (language: Language) => void;
}

function LetterPage({ letter, isLoaded, language, onChoose }: LetterPageProps) {
  const { t } = useTranslation();
  const paper = usePaper(isLoaded ? letter : undefined, language);
  const title = letter.number ? t('documents:payment_reminder.number', { number: letter.number }) : undefined;
  if (letter.documents.length === 0) {
    return (
      <EmptyState heading title={t('parties:reminder.nothing_overdue', { name: letter.customer.consumer_name })} />
    );
  }
  return (
    <div className="flex h-full flex-col">
      <div className="no-print flex flex-wrap items-end gap-3 border-b border-edge bg-surface-1 px-4 py-3">
        <h1 className="text-xl font-semibold">
          <bdi>{title ?? t('documents:payment_reminder.new')}</bdi>
        </h1>
        {letter.status && (
          <StatusChip tone={STATUS_TONES[letter.status] ?? 'neutral'} label={optionLabel('status', letter.status)} />
        )}
        <span className="flex-1" />
        <div className="w-44">
          <SelectField
            label={fieldLabel('letter_language')}
            name="letter_language"
            value={language}
            options={LANGUAGES.map((value) => ({ value, label: optionLabel('letter_language', value) }))}
            onChange={(value) => isLanguage(value) && onChoose(value)}
          />
        </div>
        {letter.id === null ? <Give letter={letter} language={language} /> : <PrintAgain paper={paper} />}
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long letter is scrolled with the keys, and has nothing in it to stop at.
        tabIndex={0}
        aria-label={t('paper:title')}
        className="min-h-0 flex-1 overflow-auto bg-surface-2 p-4"
      >
        {paper ? <PaperPreview html={paper.laidOut.html} /> : <SkeletonLines lines={8} />}
      </section>
    </div>
  );
}

interface LetterOnPaper {
  readonly laidOut: LaidOut;
  /** The letter as text. */
  readonly text: readonly string[];
}

/** The letter laid out as its template says. While it is shown, the browser prints it instead of the screen. */
function usePaper(letter: Letter | undefined, language: Language): LetterOnPaper | undefined {
  const { user_name, current_outlet_fk } = useMe();
  const outlet = letter?.outlet_fk ?? current_outlet_fk ?? undefined;
  const [made, setMade] = useState<LetterOnPaper & { readonly language: Language }>();
  useEffect(() => {
    if (!letter) return;
    let remove: (() => void) | undefined;
    let isLeft = false;
    const make = async () => {
      const [words, look] = await Promise.all([paperWords([language]), fetchReportLook('reminder', outlet, language)]);
      const say = (key: string, params?: Readonly<Record<string, string>>) => words(language, key, params);
      const printed = reminderPaper(letter, say, look.template.digits, shopName(look.head, language));
      const laidOut = await tableLaidOut(printed, look, user_name, language);
      if (isLeft) return;
      remove = place(laidOut);
      setMade({ laidOut, text: reminderText(printed), language });
    };
    make().catch(notifyProblem);
    return () => {
      isLeft = true;
      remove?.();
    };
  }, [letter, language, outlet, user_name]);
  return made?.language === language ? made : undefined;
}

/** Each document once, whatever the number of its currencies. */
const namedIn = ({ documents }: Letter) =>
  [...new Set(documents.map(({ document }) => document))].map((document) => ({ document }));

/** Stores that the reminder was issued, and prints it. */
function Give({ letter, language }: { letter: Letter; language: Language }) {
  const { t } = useTranslation();
  const can = useCan();
  const { current_outlet_fk: outlet_fk } = useMe();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const key = useRef(uuid());
  const give = async () => {
    if (outlet_fk === null) return;
    setBusy(true);
    try {
      const reminder = {
        customer_fk: letter.customer.consumer_id,
        outlet_fk,
        date: letter.date,
        letter_language: language,
        documents: namedIn(letter),
      };
      const answer = await enter('payment_reminders', reminder, { idempotencyKey: key.current });
      notifySuccess(t('document:completed', { number: answer.data.number }));
      await forget('payment_reminders');
      await navigate({ to: `${PATH}/${answer.data.id}`, search: { print: true } });
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  // A letter is given by an outlet.
  const may = can('payment_reminders/store') && outlet_fk !== null;
  useShortcut('form_save_new', () => void give(), may && !busy);
  if (!may) return null;
  return (
    <Button look="primary" icon={Printer} busy={busy} onClick={() => void give()}>
      {t('parties:reminder.give')}
    </Button>
  );
}

/** A letter that was just issued is printed at once. */
function PrintAgain({ paper }: { paper: LetterOnPaper | undefined }) {
  const { t } = useTranslation();
  const isAsked = useAddress()['print'] === true;
  const printed = useRef(false);
  const isReady = paper !== undefined;
  useEffect(() => {
    if (!isAsked || !isReady || printed.current) return;
    printed.current = true;
    window.print();
  }, [isAsked, isReady]);
  const share = () => {
    if (!paper) return;
    sharePaper({ html: paper.laidOut.html, text: paper.text }).catch(notifyProblem);
  };
  return (
    <>
      <Button icon={Share2} disabled={!isReady} onClick={share}>
        {t('paper:share')}
      </Button>
      <Button icon={FileText} disabled={!isReady} onClick={() => window.print()}>
        {t('paper:pdf')}
      </Button>
      <Button look="primary" icon={Printer} disabled={!isReady} onClick={() => window.print()}>
        {t('paper:print')}
      </Button>
    </>
  );
}
