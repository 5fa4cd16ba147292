/**
 * Rules of a general journal: accounts that accept journals, one amount per line, parties on party accounts, and
 * debits equal to credits.
 */

import {
  type AccountRef,
  accountNumber,
  accountOf,
  cashKey,
  isCarried,
  isCashAccount,
  recordOf,
} from '../chart/chart.ts';
import { journalUse, lineBaseAmount, PARTY_ACCOUNTS } from '../chart/journal-line.ts';
import { dueByTerms, typedDueDay } from '../debts/due-date.ts';
import type { Facts } from '../deciding/facts.ts';
import { checkPlace, known, settleCurrency, systemCurrency, timeOf } from '../documents/document-rules.ts';
import { amountIn } from '../values/amount-in.ts';
import { type Money, magnitude, printMoney, readMoney, sum, ZERO } from '../values/money.ts';
import { trueDateOf } from '../values/prior-period.ts';
import { Issues } from '../values/refusal.ts';
import type { GeneralJournalInput } from './general-journal.schema.ts';
import type { GeneralJournal, JournalLine } from './general-journal-events.ts';

type LineInput = GeneralJournalInput['lines'][number];

export function journalFacts(input: GeneralJournalInput, facts: Facts): GeneralJournal {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const taken = new Set(input.lines.map((line) => line.line_id));
  let next = 1;
  const free = () => {
    while (taken.has(next)) next += 1;
    taken.add(next);
    return next;
  };
  const lines = input.lines.map((line, index) => {
    if (
      line.line_id !== undefined &&
      input.lines.findIndex((candidate) => candidate.line_id === line.line_id) !== index
    ) {
      issues.add(`lines.${index}.line_id`, 'unique');
    }
    const numbered = { ...line, line_id: line.line_id ?? free() };
    return lineFacts(numbered, `lines.${index}.`, input, facts, issues);
  });
  checkParties(lines, issues);
  issues.throwIfAny();
  const system = systemCurrency(facts);
  return {
    outlet_fk: input.outlet_fk,
    date: input.date,
    time: timeOf(input, facts),
    currency_fk: system,
    system_currency_fk: system,
    amount: printMoney(sum(lines.map((line) => lineBaseAmount(line, system).base).filter((base) => base > 0n))),
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
    lines,
  };
}

function lineFacts(
  line: LineInput & { readonly line_id: number },
  prefix: string,
  { outlet_fk: outlet, date }: Pick<GeneralJournalInput, 'outlet_fk' | 'date'>,
  facts: Facts,
  issues: Issues,
): JournalLine {
  const own = line.outlet_fk ?? outlet;
  known(facts, issues, `${prefix}outlet_fk`, 'outlet', line.outlet_fk);
  if (line.outlet_fk && !facts.actor.hasOutlet(own)) issues.add(`${prefix}outlet_fk`, 'not_your_outlet');
  const [debit, credit] = [amountOf(line.debit), amountOf(line.credit)];
  if ((debit === null) === (credit === null)) issues.add(`${prefix}debit`, 'debit_or_credit');
  const account = checkAccount(line, prefix, own, facts, issues);
  if (account) checkParty(line, account, prefix, debit !== null ? 'debit' : 'credit', facts, issues);
  const { currency_fk, rate_fk, rate } = settleCurrency(line, 'in', facts, issues, prefix);
  const isOwed = opensDebt({ account: line.account, debit, credit });
  return {
    line_id: line.line_id,
    account: line.account,
    debit,
    credit,
    currency_fk,
    rate_fk,
    rate,
    outlet_fk: own,
    customer_fk: line.customer_fk ?? null,
    supplier_fk: line.supplier_fk ?? null,
    ...(typeof line.user_fk === 'number' ? { user_fk: line.user_fk } : {}),
    ...typedDueDay({ date, due_date: line.due_date }, isOwed, issues, prefix),
    note: line.note ?? null,
  };
}

/** The posted journal, with the due day of each line that opens a debt or a claim. */
export function withDueDays(journal: GeneralJournal, facts: Facts): GeneralJournal {
  const day = trueDateOf(journal) ?? journal.date;
  const lines = journal.lines.map((line) => {
    if (line.due_date !== undefined || !opensDebt(line)) return line;
    const { customer_fk, supplier_fk } = line;
    const party = customer_fk === null ? ({ kind: 'supplier', id: supplier_fk } as const) : customerOf(customer_fk);
    return { ...line, ...dueByTerms(day, party, facts) };
  });
  return { ...journal, lines };
}

const customerOf = (id: number) => ({ kind: 'customer', id }) as const;

/** True for a claim on a customer and a debt to a supplier. */
function opensDebt({ account, debit, credit }: Pick<JournalLine, 'account' | 'debit' | 'credit'>): boolean {
  const key = accountOf(account)?.key;
  return (key === 'receivable' && debit !== null) || (key === 'payable' && credit !== null);
}

/** A zero in a column counts as empty. */
function amountOf(given: string | null | undefined): string | null {
  return given && (readMoney(given) ?? ZERO) > 0n ? given : null;
}

/**
 * Checks that the account accepts journals of this person, that the account's record is known, and that the currency
 * is the cash account's.
 */
export function checkAccount(
  line: Pick<LineInput, 'account' | 'currency_fk'>,
  prefix: string,
  outlet: number,
  facts: Facts,
  issues: Issues,
): AccountRef | undefined {
  const field = `${prefix}account`;
  const account = accountOf(line.account);
  const record = account && recordOf(account);
  if (!account || (account.of !== undefined && !record)) {
    issues.add(field, 'unknown_account');
    return undefined;
  }
  const use = journalUse(account);
  if (use === 'never') issues.add(field, 'account_takes_no_journal');
  if (use === 'permitted' && !facts.actor.can('general_journals/system_accounts')) {
    issues.add(field, 'system_account_needs_permission');
  }
  if (use === 'never' || !record) return account;
  const data = known(facts, issues, field, record.kind, record.id)?.data;
  if (data && isCashAccount(account)) {
    const key = cashKey(Number(data['cash_type']));
    if (accountNumber({ key, of: record.id }) !== line.account) issues.add(field, 'unknown_account');
    if (data['currency_fk'] !== line.currency_fk) issues.add(`${prefix}currency_fk`, 'account_of_another_currency');
    if (data['outlet_fk'] && data['outlet_fk'] !== outlet) issues.add(field, 'not_of_the_outlet');
  }
  return account;
}

/**
 * A party is allowed only on party accounts, and only on the side that opens an item: open items are settled by
 * transactions. What staff owe has both sides, in the system currency only.
 */
function checkParty(
  line: LineInput,
  account: AccountRef,
  prefix: string,
  side: 'debit' | 'credit',
  facts: Facts,
  issues: Issues,
): void {
  const belongs = PARTY_ACCOUNTS[account.key];
  for (const party of ['customer', 'supplier', 'user'] as const) {
    const field = `${party}_fk` as const;
    const given = line[field] ?? null;
    if (belongs?.party === party && given === null) issues.add(`${prefix}${field}`, 'required');
    if (belongs?.party !== party && given !== null) issues.add(`${prefix}${field}`, 'not_an_account_of_parties');
    if (belongs?.party === party) known(facts, issues, `${prefix}${field}`, party, given);
  }
  if (belongs?.party === 'user') {
    if (line.currency_fk !== systemCurrency(facts)) issues.add(`${prefix}currency_fk`, 'account_of_another_currency');
  } else if (belongs && belongs.opens !== side) issues.add(`${prefix}${side}`, 'settled_by_a_transaction');
}

/** A journal opens at most one item per party and currency. */
function checkParties(lines: readonly JournalLine[], issues: Issues): void {
  const seen = new Set<string>();
  lines.forEach((line, index) => {
    const party = line.customer_fk === null ? line.supplier_fk && 'supplier_fk' : 'customer_fk';
    if (!party) return;
    const key = `${party} ${line[party]} ${line.currency_fk}`;
    if (seen.has(key)) issues.add(`lines.${index}.${party}`, 'unique');
    seen.add(key);
  });
}

/** A journal that moves a foreign balance of an own account realises the difference to its value in the books. */
export function valuedInBooks(journal: GeneralJournal): GeneralJournal {
  const isCarriedLine = ({ account, currency_fk }: JournalLine): boolean => {
    const ref = accountOf(account);
    return currency_fk !== journal.system_currency_fk && ref !== undefined && isCarried(ref);
  };
  return journal.lines.some(isCarriedLine) ? { ...journal, foreign_value: 'book_value' } : journal;
}

/** Checks before posting that debits equal credits in the system currency, and that the actor may use every account. */
export function checkJournal(journal: GeneralJournal, facts: Facts): void {
  const issues = new Issues();
  const needsNote = facts.record('system_setting', 1)?.data['journal_needs_note'] === true;
  if (needsNote && !journal.note) issues.add('note', 'required');
  if (journal.lines.length < 2) issues.add('lines', 'at_least_two_lines');
  const difference: Money = sum(journal.lines.map((line) => lineBaseAmount(line, journal.system_currency_fk).base));
  if (difference !== 0n) {
    const value = amountIn(printMoney(magnitude(difference)), journal.system_currency_fk);
    issues.add('', 'entry_not_balanced', { value });
  }
  journal.lines.forEach(({ account }, index) => {
    const ref = accountOf(account);
    const use = ref && journalUse(ref);
    // A draft may have been stored while its account still accepted journals.
    if (use === 'never') issues.add(`lines.${index}.account`, 'account_takes_no_journal');
    if (use === 'permitted' && !facts.actor.can('general_journals/system_accounts')) {
      issues.add(`lines.${index}.account`, 'system_account_needs_permission');
    }
  });
  issues.throwIfAny();
}
