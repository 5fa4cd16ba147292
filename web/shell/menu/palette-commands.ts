/** Commands of the palette: new documents, and payments of the parties that were found. */
import { useTranslation } from 'react-i18next';
import { DOCUMENT_PAGES } from '../../shared/navigation/document-pages.ts';
import { useCan } from '../../shared/session/session.ts';
import { foldForSearch, matchesSearch } from '../../shared/typing/fold.ts';
import type { SearchHit } from './palette-found.tsx';

export interface PaletteCommand {
  readonly path: string;
  readonly label: string;
  readonly isPayment: boolean;
}

/** Offered before the others. */
const FREQUENT = ['sale', 'purchase', 'customer_transaction', 'expense'];
/** Kinds that are begun from another document, at a till, by a job, or once in a business. */
const BEGUN_ELSEWHERE: ReadonlySet<string> = new Set([
  'sale_return',
  'sale_transfer_return',
  'purchase_return',
  'salesman_commission',
  'online_order',
  'pos_sale',
  'drawer',
  'app_settlement',
  'payment_reminder',
  'count_round',
  'revaluation',
  'opening_balance',
  'asset_sale',
  'opening_item',
]);
/** Kinds that a person enters on an empty page. */
const ENTERED = [...new Set([...FREQUENT, ...DOCUMENT_PAGES.keys()])].filter((kind) => !BEGUN_ELSEWHERE.has(kind));

/** Shown before anything is typed. */
const FIRST = 4;
/** Parties whose payments are offered. */
const PARTIES_MAX = 3;

interface Payment {
  /** Kind of the party and of the payment. */
  readonly party: string;
  readonly kind: string;
  /** Key of `Receive payment from {{name}}`. */
  readonly words: string;
}
const PAYMENTS: readonly Payment[] = [
  { party: 'customer', kind: 'customer_transaction', words: 'palette.receive_from' },
  { party: 'supplier', kind: 'supplier_transaction', words: 'palette.pay_to' },
];

interface Commands {
  /** What the server searches: after `receive payment from`, the name alone. */
  readonly searched: string;
  readonly commandsFor: (hits: readonly SearchHit[]) => readonly PaletteCommand[];
}

export function useCommands(query: string): Commands {
  const { t } = useTranslation();
  const can = useCan();
  const permitted = (kind: string) => {
    const page = DOCUMENT_PAGES.get(kind);
    return page && can(`${page.resource}/store`) ? [{ kind, path: `${page.path}/new` }] : [];
  };
  const payments = PAYMENTS.flatMap((payment) => permitted(payment.kind).map(({ path }) => ({ ...payment, path })));
  const named = payments.flatMap((payment) => {
    const name = textAfter(t(payment.words, { name: '' }), query);
    return name === undefined ? [] : [{ payment, name }];
  });
  const searched = named[0]?.name ?? query.trim();
  const commandsFor: Commands['commandsFor'] = (hits) => {
    const offered = named.length > 0 ? named.map(({ payment }) => payment) : payments;
    const ofParties = offered.flatMap(({ party, words, path }) =>
      hits
        .filter(({ kind }) => kind === party)
        .slice(0, PARTIES_MAX)
        .map(({ id, title }) => ({ path: `${path}?party=${id}`, label: t(words, { name: title }), isPayment: true })),
    );
    const entered = ENTERED.flatMap(permitted).map(({ kind, path }) => ({
      kind,
      path,
      label: t(`documents:${kind}.new`),
      isPayment: payments.some((payment) => payment.kind === kind),
    }));
    const words = (kind: string, label: string) =>
      [label, ...payments.filter((payment) => payment.kind === kind).map((each) => t(each.words, { name: '' }))].join(
        ' ',
      );
    const found = entered.filter(({ kind, label }) => matchesSearch(words(kind, label), query));
    return [...ofParties, ...(query.trim() === '' ? found.slice(0, FIRST) : found)];
  };
  return { searched, commandsFor };
}

/** The text after these words; undefined when the typed text does not begin with all of them, or nothing follows. */
export function textAfter(words: string, typed: string): string | undefined {
  const begin = foldForSearch(words).split(' ').filter(Boolean);
  const given = typed.trim().split(/\s+/);
  const rest = given.slice(begin.length).join(' ');
  const isBegun = begin.every((word, index) => foldForSearch(given[index] ?? '') === word);
  return isBegun && rest !== '' ? rest : undefined;
}
