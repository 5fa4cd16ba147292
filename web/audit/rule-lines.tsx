/** The rule that posted a line: its debits and credits, named as in the chart of accounts. */
import { useTranslation } from 'react-i18next';
import type { Reads } from '../shared/api/read.ts';
import { accountName } from '../shared/report/account-name.ts';

type RuleOfPosting = NonNullable<Reads['explain/line']['rule']>;

export function RuleLines({ rule }: { rule: RuleOfPosting }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="overflow-x-auto">
        <table className="w-full text-start text-sm">
          <tbody>
            {rule.lines.map(({ side, accounts, note }) => (
              <tr key={`${side} ${accounts.join()} ${note}`} className="border-b border-edge last:border-0">
                <th scope="row" className="py-1 pe-4 text-start align-top font-normal whitespace-nowrap text-ink-muted">
                  {t(`audit:rule.side.${side}`)}
                </th>
                <td className="py-1 pe-4 align-top">
                  {accounts.map((key) => accountName(key, undefined)).join(' / ')}
                </td>
                <td className="py-1 align-top text-ink-muted">{note && t(`audit:rule.note.${note}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-2 text-xs text-ink-muted">{t('audit:line.section', { section: rule.section })}</p>
    </>
  );
}
