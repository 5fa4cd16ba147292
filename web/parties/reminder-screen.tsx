/**
 * A payment reminder: the proposed letter for a customer (`new?customer=7`), stored when it is issued, and the issued
 * letter, which can be printed again.
 */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { v4 as uuid } from 'uuid';
import { get, post } from '../shared/api/client.ts';
import { forget } from '../shared/api/query.ts';
import { Button } from '../shared/controls/button.tsx';
import { SectionNotFoundPage } from '../shared/controls/not-found.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { LookupField } from '../shared/form/lookup-field.tsx';
import { namedField } from '../shared/form/named-field.ts';
import { SelectField } from '../shared/form/select-field.tsx';
import { textsIn, type Words } from '../shared/language/language.ts';
import { fieldLabel, optionLabel } from '../shared/language/names.ts';
import { isLanguage, type Language, preferences } from '../shared/language/preferences.ts';
import { notifyProblem, notifySuccess } from '../shared/notify/notify.ts';
import { useAddress, useAddressNumber, usePathPart } from '../shared/session/address-parts.ts';
import { useCan, useMe } from '../shared/session/session.ts';
import { useShortcut } from '../shared/shortcuts/shortcuts.ts';
import type { Letter } from './reminder-letter.ts';
import { ReminderPaper } from './reminder-paper.tsx';

const PATH = '/customers/payment-reminders';

export function Editor() {
  const id = usePathPart('id');
  const customer = useAddressNumber('customer');
  if (id !== 'new' && !/^[1-9]\d{0,9}$/.test(String(id))) return <SectionNotFoundPage />;
  if (id !== 'new') return <Shown key={id} path={`payment_reminders/${id}/letter`} />;
  return customer === undefined ? (
    <ChooseCustomer />
  ) : (
    <Shown key={`of-${customer}`} path={`customers/${customer}/reminder`} />
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

function Shown({ path }: { path: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['payment_reminders', 'letter', path],
    queryFn: async () => (await get<Letter>(path)).data,
    staleTime: 0,
    meta: { quiet: true },
  });
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={10} />;
  return <LetterPage letter={data} />;
}

function LetterPage({ letter }: { letter: Letter }) {
  const { t } = useTranslation();
  const said = letter.letter_language;
  const [chosen, setChosen] = useState<Language>(isLanguage(said) ? said : preferences().language);
  const words = useTexts(chosen);
  const title = letter.number ? t('documents:payment_reminder.number', { number: letter.number }) : undefined;
  if (letter.documents.length === 0) {
    return (
      <EmptyState heading title={t('parties:reminder.nothing_overdue', { name: letter.customer.consumer_name })} />
    );
  }
  return (
    <div className="flex h-full flex-col overflow-auto print:block print:overflow-visible">
      <div className="no-print flex flex-wrap items-end gap-3 px-4 py-3">
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
            value={chosen}
            options={['en', 'ar', 'ckb'].map((value) => ({ value, label: optionLabel('letter_language', value) }))}
            onChange={(value) => isLanguage(value) && setChosen(value)}
          />
        </div>
        {letter.id === null ? <Give letter={letter} language={chosen} /> : <PrintAgain ready={words !== undefined} />}
      </div>
      <div className="px-4 pb-6 print:p-0">
        {words ? <ReminderPaper letter={letter} language={chosen} words={words} /> : <SkeletonLines lines={8} />}
      </div>
    </div>
  );
}

function useTexts(language: Language): Words | undefined {
  const [texts, setTexts] = useState<{ readonly language: Language; readonly words: Words }>();
  useEffect(() => {
    let left = false;
    textsIn(language)
      .then((words) => !left && setTexts({ language, words }))
      .catch(notifyProblem);
    return () => {
      left = true;
    };
  }, [language]);
  return texts?.language === language ? texts.words : undefined;
}

/** Stores that the reminder was issued, and prints it. */
function Give({ letter, language }: { letter: Letter; language: Language }) {
  const { t } = useTranslation();
  const can = useCan();
  const me = useMe();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const key = useRef(uuid());
  const give = async () => {
    setBusy(true);
    try {
      const reminder = {
        ...{ customer_fk: letter.customer.consumer_id, outlet_fk: me.current_outlet_fk, date: letter.date },
        letter_language: language,
        documents: letter.documents.map(({ document }) => ({ document })),
      };
      const sent = { idempotencyKey: key.current };
      const answer = await post<{ readonly id: number; readonly number: string }>('payment_reminders', reminder, sent);
      notifySuccess(t('document:completed', { number: answer.data.number }));
      await forget('payment_reminders');
      await navigate({ to: `${PATH}/${answer.data.id}`, search: { print: true } });
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  const may = can('payment_reminders/store');
  useShortcut('form_save_new', () => void give(), may && !busy);
  if (!may) return null;
  return (
    <Button look="primary" icon={Printer} busy={busy} onClick={() => void give()}>
      {t('parties:reminder.give')}
    </Button>
  );
}

/** A letter that was just issued is printed at once. */
function PrintAgain({ ready }: { ready: boolean }) {
  const { t } = useTranslation();
  const isAsked = useAddress()['print'] === true;
  const printed = useRef(false);
  useEffect(() => {
    if (!isAsked || !ready || printed.current) return;
    printed.current = true;
    window.print();
  }, [isAsked, ready]);
  return (
    <Button icon={Printer} disabled={!ready} onClick={() => window.print()}>
      {t('report:print')}
    </Button>
  );
}
