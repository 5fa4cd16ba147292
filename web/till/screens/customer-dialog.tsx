/** A search for customers, and a form for a new one; creating needs the server. */
import { UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asksAPerson } from '../../shared/api/confirmation.ts';
import { ApiError } from '../../shared/api/error.ts';
import { useWrite } from '../../shared/api/idempotency.ts';
import { sentenceOf } from '../../shared/api/sentence.ts';
import { CodeBox } from '../../shared/controls/code-box.tsx';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { AnswersOnEnter } from '../../shared/form/answers-on-enter.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { namedField } from '../../shared/form/named-field.ts';
import type { TillCustomer } from '../device/catalogue/catalogue-rows.ts';
import { useWatched } from '../device/use-watched.ts';
import { Balance } from '../parts/balance.tsx';
import { moveFocus } from '../parts/list-keys.ts';
import { TillButton } from '../parts/till-button.tsx';
import { useTill } from '../parts/till-context.tsx';
import type { Terms } from '../selling/goods.ts';
import { createCustomer } from '../selling/new-customer.ts';

interface CustomerDialogProps {
  readonly terms: Terms;
  readonly onChoose: (customer: TillCustomer) => void;
  readonly onClose: () => void;
}

export function CustomerDialog({ terms, onChoose, onClose }: CustomerDialogProps) {
  const { t } = useTranslation();
  const { device, session } = useTill();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly TillCustomer[]>([]);
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    let isWanted = true;
    void device.catalogue.searchCustomers(text, 30).then((customers) => isWanted && setFound(customers));
    return () => {
      isWanted = false;
    };
  }, [device, text]);
  const mayCreate = session.cashier.rights.includes('customers/store');
  return (
    <Dialog open title={t(isNew ? 'selling:new_customer' : 'selling:customer')} onClose={onClose}>
      {isNew ? (
        <NewCustomer name={text} onCreated={onChoose} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the list are those of its buttons.
        <div className="flex flex-col gap-3" onKeyDown={moveFocus}>
          <CodeBox
            type="search"
            data-autofocus
            value={text}
            onChange={setText}
            onKeyDown={(event) => {
              const [first] = found;
              if (event.key !== 'Enter' || !first) return;
              event.preventDefault();
              onChoose(first);
            }}
            label={t('selling:customer_search')}
            className="h-12 w-full px-3 text-base"
          />
          <ul className="flex max-h-[45vh] flex-col divide-y divide-edge overflow-y-auto">
            {found.map((customer) => (
              <li key={customer.id}>
                <button
                  type="button"
                  onClick={() => onChoose(customer)}
                  className="flex min-h-12 w-full flex-col px-2 py-2 text-start hover:bg-surface-2"
                >
                  <span className="flex justify-between gap-2">
                    <bdi className="font-medium">{customer.consumer_name}</bdi>
                    <bdi className="text-ink-muted">{customer.mobile ?? customer.code}</bdi>
                  </span>
                  <Balance customer={customer} terms={terms} />
                </button>
              </li>
            ))}
          </ul>
          {found.length === 0 && text.trim() !== '' && (
            <p className="text-ink-muted">{t('selling:no_such_customer')}</p>
          )}
          {mayCreate && (
            <TillButton icon={UserPlus} onPress={() => setNew(true)}>
              {t('selling:new_customer')}
            </TillButton>
          )}
        </div>
      )}
    </Dialog>
  );
}

function NewCustomer({ name: typed, onCreated }: { name: string; onCreated: (customer: TillCustomer) => void }) {
  const { t } = useTranslation();
  const { device } = useTill();
  const network = useWatched(device.network);
  const [name, setName] = useState(/^[\d+ ]+$/.test(typed) ? '' : typed);
  const [mobile, setMobile] = useState(/^[\d+ ]+$/.test(typed) ? typed : '');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** The name and telephone about which the server has asked: the same once more is the answer. */
  const [questioned, setQuestioned] = useState<string>();
  const write = useWrite();
  const create = async () => {
    setBusy(true);
    const customer = { consumer_name: name.trim(), mobile: mobile.trim() || null };
    const said = JSON.stringify(customer);
    const isConfirmed = questioned === said;
    try {
      onCreated(
        await write((idempotencyKey) => createCustomer(device.catalogue, customer, { idempotencyKey, isConfirmed })),
      );
    } catch (refused) {
      setQuestioned(refused instanceof ApiError && asksAPerson(refused) ? said : undefined);
      setProblem(sentenceOf(refused));
    } finally {
      setBusy(false);
    }
  };
  return (
    <AnswersOnEnter {...{ busy, disabled: name.trim() === '' }} onAnswer={() => void create()}>
      <TextField {...namedField('consumer_name')} value={name} onChange={setName} maxLength={140} required autoFocus />
      <TextField {...namedField('mobile')} value={mobile} onChange={setMobile} maxLength={40} type="tel" ltr />
      {network === 'offline' && <p className="text-warning-ink">{t('selling:needs_network')}</p>}
      {problem && (
        <p role="alert" className="text-danger-ink">
          {problem}
        </p>
      )}
      <TillButton
        look="primary"
        type="submit"
        disabled={busy}
        why={name.trim() === '' ? t('selling:why.name_missing') : undefined}
        onPress={() => undefined}
      >
        {t('selling:create_customer')}
      </TillButton>
    </AnswersOnEnter>
  );
}
