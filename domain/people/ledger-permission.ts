/** The permission of reports with the balance of every account: one of these, joined as routes do. */
export const SEES_EVERY_ACCOUNT = [
  'financial_reports/trial_balance',
  'financial_reports/account_ledger',
  'financial_reports/general_ledger',
].join('##');
