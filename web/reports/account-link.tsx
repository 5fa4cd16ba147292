/** An account's name with a link to its lines up to a day. */
import { Link } from '@tanstack/react-router';
import { useAccountTitle } from '../shared/api/chart.ts';
import { LINK } from '../shared/report/report-links.tsx';

export function AccountLink({ account, asAt }: { account: number; asAt: string }) {
  const title = useAccountTitle(account);
  return (
    <Link to="/reports/account-ledger" search={{ account, as_at: asAt }} className={LINK}>
      <bdi>{title ?? account}</bdi>
    </Link>
  );
}
