/** The last ten lines that this person counted; after the round, those that the server refused. */

import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { command } from '../../shared/api/command.ts';
import { forget } from '../../shared/api/query.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { Button, IconButton } from '../../shared/controls/button.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { notifyProblem } from '../../shared/notify/notify.ts';
import { useMe } from '../../shared/session/session.ts';
import { batchText } from '../../shared/typing/batch-text.ts';
import { piecesIn } from './pieces.ts';
import type { CountedItem, Round } from './round.ts';
import { type Line, lastLines, refusedLines } from './shown-lines.ts';
import type { WaitingEntries, WaitingEntry } from './waiting.ts';

interface LastLinesProps {
  readonly id: number;
  readonly round: Round;
  readonly goods: readonly CountedItem[];
  readonly waiting: WaitingEntries;
  readonly entries: readonly WaitingEntry[];
  /** The round is open, and the person may count in it. */
  readonly isCounting: boolean;
}

export function LastLines({ id, round, goods, waiting, entries, isCounting }: LastLinesProps) {
  const { t } = useTranslation();
  const { user_id } = useMe();
  const lines = isCounting ? lastLines(round, entries, user_id) : refusedLines(round, entries);
  const pieces = new Set(piecesIn(goods).map(({ item_fk }) => item_fk));
  if (!isCounting && lines.length === 0) return null;
  return (
    <section className="shrink-0 rounded-lg border border-edge bg-surface-1 p-3 shadow-card">
      <h2 className="mb-1 font-semibold">{t(isCounting ? 'counting:last' : 'counting:refused')}</h2>
      {lines.length === 0 && <p className="text-ink-muted">{t('counting:nothing')}</p>}
      <ul className="flex flex-col divide-y divide-edge" data-last-counted>
        {lines.map((line) => (
          <ShownLine
            key={line.entry_uuid}
            line={line}
            isPiece={pieces.has(line.item_fk)}
            onUndo={() => void takeBack(id, waiting, line)}
          />
        ))}
      </ul>
    </section>
  );
}

async function takeBack(id: number, waiting: WaitingEntries, { entry_uuid, isRead }: Line): Promise<void> {
  try {
    if (!isRead && waiting.current().some((entry) => entry.entry_uuid === entry_uuid)) await waiting.remove(entry_uuid);
    else await command('count_rounds/:id/remove_entry', { params: { id }, body: { entry_uuid } });
    await forget('count_rounds');
  } catch (problem) {
    notifyProblem(problem);
  }
}

interface ShownProps {
  readonly line: Line;
  /** Its number is a serial number. */
  readonly isPiece: boolean;
  readonly onUndo: () => void;
}

function ShownLine({ line, isPiece, onUndo }: ShownProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const batch = batchText(line, digits);
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3">
      <span className="min-w-0 flex-1">
        <bdi>{line.item_name}</bdi>
        {batch && (
          <span className="block text-xs text-ink-muted">
            {isPiece && fieldLabel('serial_number')} <bdi data-batch>{batch}</bdi>
          </span>
        )}
      </span>
      <span className="font-semibold">
        <Amount value={line.quantity} /> <bdi className="text-xs font-normal text-ink-muted">{line.unit_name}</bdi>
      </span>
      {line.problem === undefined ? (
        <IconButton icon={Undo2} mirror label={t('counting:undo')} onClick={onUndo} />
      ) : (
        <span role="alert" className="flex basis-full flex-wrap items-center gap-2 pb-1 text-danger-ink">
          {t('counting:refused')}: {line.problem}
          <Button onClick={onUndo}>{t('counting:discard')}</Button>
        </span>
      )}
    </li>
  );
}
