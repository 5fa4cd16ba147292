/** Input by scanning, choosing or typing, and the last ten lines that this person counted. */
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldForSearch } from '../../../domain/kernel/folding.ts';
import { post } from '../../shared/api/client.ts';
import { ApiError } from '../../shared/api/error.ts';
import { forget } from '../../shared/api/query.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { Button, IconButton } from '../../shared/controls/button.tsx';
import { CodeBox } from '../../shared/controls/code-box.tsx';
import { useScanner } from '../../shared/document/grid/scanning.ts';
import { notifyError, notifyProblem } from '../../shared/notify/notify.ts';
import { sound } from '../../shared/notify/sounds.ts';
import { useMe } from '../../shared/session/session.ts';
import { isolateLtr, toLatinDigits } from '../../shared/typing/digits.ts';
import { CameraScanner } from './camera.tsx';
import { type Counted, QuantityDialog } from './quantity-dialog.tsx';
import {
  type CountedItem,
  defaultUnit,
  findScanned,
  findUnlisted,
  type Round,
  type Scanned,
  tracksBatches,
} from './round.ts';
import type { WaitingEntries, WaitingEntry } from './waiting.ts';

const SHOWN_MAX = 8;
const LAST_MAX = 10;

interface CountingProps {
  readonly id: number;
  readonly round: Round;
  readonly goods: readonly CountedItem[];
  readonly waiting: WaitingEntries;
  readonly entries: readonly WaitingEntry[];
}

export function Counting({ id, round, goods, waiting, entries }: CountingProps) {
  const { t } = useTranslation();
  const { user_id } = useMe();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Scanned>();
  const count = ({ item, unit, ...counted }: Scanned & Counted) =>
    void waiting
      .add({
        ...{ round: id, user_id, item_fk: item.item_fk, item_name: item.item_name ?? '' },
        ...{ unit_fk: unit.unit_fk, unit_name: unit.unit_name ?? '' },
        ...counted,
      })
      .catch(notifyProblem);
  const scan = (typed: string) => {
    const code = toLatinDigits(typed).trim();
    if (code === '') return;
    setText('');
    const listed = findScanned(goods, code);
    if (listed) countScanned(listed);
    else void scanUnlisted(code);
  };
  const countScanned = (found: Scanned) => {
    sound('scanned');
    if (tracksBatches(found.item)) setChosen(found);
    else count({ ...found, quantity: '1', batch_number: null, expire_date: null });
  };
  const scanUnlisted = async (code: string) => {
    const shown = { code: isolateLtr(code) };
    try {
      const item = round.takes_unlisted === false ? undefined : await findUnlisted(id, code);
      const found = item && findScanned([item], code);
      if (found) return countScanned(found);
      notifyError(t('stock:counting.not_listed', shown));
    } catch (problem) {
      if (problem instanceof ApiError && problem.status !== 0) notifyProblem(problem);
      else notifyError(t('stock:counting.unlisted_offline', shown));
    }
    sound('unknown');
  };
  useScanner(scan, true);
  const found = text.trim() === '' ? [] : matching(goods, text);
  return (
    <section className="flex shrink-0 flex-col gap-3 rounded-lg border border-edge bg-surface-1 p-3 shadow-card">
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const [only] = found;
          if (findScanned(goods, toLatinDigits(text).trim()) || found.length !== 1 || !only) scan(text);
          else choose(only);
        }}
      >
        <CodeBox
          value={text}
          onChange={setText}
          label={t('stock:counting.search')}
          className="h-12 min-w-0 flex-1 px-3 text-base"
        />
        <CameraScanner onScan={scan} />
      </form>
      {found.length > 0 && (
        <ul className="flex flex-col divide-y divide-edge">
          {found.slice(0, SHOWN_MAX).map((item) => (
            <li key={item.item_fk}>
              <button
                type="button"
                onClick={() => choose(item)}
                className="flex min-h-12 w-full flex-wrap items-center gap-x-3 rounded-md px-2 text-start hover:bg-surface-2"
              >
                <bdi className="font-medium">{item.item_name}</bdi>
                <bdi className="text-xs text-ink-muted">{[item.item_code, item.shelf].filter(Boolean).join(' · ')}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      <LastLines lines={lastLines(round, entries, user_id)} onUndo={(line) => void takeBack(id, waiting, line)} />
      {chosen && (
        <QuantityDialog
          scanned={chosen}
          onClose={() => setChosen(undefined)}
          onCount={(counted) => {
            count(counted);
            setChosen(undefined);
          }}
        />
      )}
    </section>
  );

  function choose(item: CountedItem): void {
    const unit = defaultUnit(item);
    setText('');
    if (unit) setChosen({ item, unit });
  }
}

function matching(goods: readonly CountedItem[], typed: string): readonly CountedItem[] {
  const words = foldForSearch(typed).split(' ');
  return goods.filter(({ item_name, item_code }) => {
    const text = foldForSearch(`${item_name ?? ''} ${item_code ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

interface Line extends Pick<WaitingEntry, 'entry_uuid' | 'item_name' | 'unit_name' | 'quantity' | 'problem'> {
  /** The page has read it from the server. */
  readonly isRead: boolean;
}

/** The newest lines first: those of this device that are not read from the server yet, and those of the server. */
function lastLines(round: Round, entries: readonly WaitingEntry[], user: number): readonly Line[] {
  const stored = round.entries.filter(({ counted_by_fk }) => counted_by_fk === user);
  const known = new Set(stored.map(({ entry_uuid }) => entry_uuid));
  const shown = entries.filter(({ entry_uuid, is_removed }) => !is_removed && !known.has(entry_uuid));
  const removed = new Set(entries.filter(({ is_removed }) => is_removed).map(({ entry_uuid }) => entry_uuid));
  return [
    ...stored
      .filter(({ entry_uuid }) => !removed.has(entry_uuid))
      .map((entry) => ({
        ...{ entry_uuid: entry.entry_uuid, quantity: entry.quantity, isRead: true },
        ...{ item_name: entry.item_name ?? '', unit_name: entry.unit_name ?? '' },
      })),
    ...shown.map((entry) => ({ ...entry, isRead: false })),
  ]
    .slice(-LAST_MAX)
    .toReversed();
}

async function takeBack(id: number, waiting: WaitingEntries, { entry_uuid, isRead }: Line): Promise<void> {
  try {
    if (!isRead && waiting.current().some((entry) => entry.entry_uuid === entry_uuid)) await waiting.remove(entry_uuid);
    else await post(`count_rounds/${id}/remove_entry`, { entry_uuid });
    await forget('count_rounds');
  } catch (problem) {
    notifyProblem(problem);
  }
}

function LastLines({ lines, onUndo }: { lines: readonly Line[]; onUndo: (line: Line) => void }) {
  const { t } = useTranslation();
  return (
    <div>
      <h2 className="mb-1 font-semibold">{t('stock:counting.last')}</h2>
      {lines.length === 0 && <p className="text-ink-muted">{t('stock:counting.nothing')}</p>}
      <ul className="flex flex-col divide-y divide-edge" data-last-counted>
        {lines.map((line) => (
          <li key={line.entry_uuid} className="flex min-h-11 flex-wrap items-center gap-x-3">
            <bdi className="page-start min-w-0 flex-1">{line.item_name}</bdi>
            <span className="font-semibold">
              <Amount value={line.quantity} />{' '}
              <bdi className="text-xs font-normal text-ink-muted">{line.unit_name}</bdi>
            </span>
            {line.problem === undefined ? (
              <IconButton icon={Undo2} mirror label={t('stock:counting.undo')} onClick={() => onUndo(line)} />
            ) : (
              <span role="alert" className="flex basis-full flex-wrap items-center gap-2 pb-1 text-danger-ink">
                {t('stock:counting.refused')}: {line.problem}
                <Button onClick={() => onUndo(line)}>{t('stock:counting.discard')}</Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
