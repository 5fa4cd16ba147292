/** Input by scanning, choosing or typing. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { USUAL_SCALES } from '../../../domain/catalogue/scales.ts';
import { hasSerials, isWholeBatch, NO_BATCH } from '../../../domain/values/batch.ts';
import { foldForSearch } from '../../../domain/values/folding.ts';
import { ApiError } from '../../shared/api/error.ts';
import { CodeBox } from '../../shared/controls/code-box.tsx';
import { useScanner } from '../../shared/document/grid/scanning.ts';
import { isBarcode } from '../../shared/document/model/goods/standing-pieces.ts';
import { notifyError, notifyProblem } from '../../shared/notify/notify.ts';
import { sound } from '../../shared/notify/sounds.ts';
import { useMe } from '../../shared/session/session.ts';
import { isolateLtr, toLatinDigits } from '../../shared/typing/digits.ts';
import { CameraScanner } from './camera.tsx';
import { PieceDialogs } from './piece-dialogs.tsx';
import { type Counted, QuantityDialog } from './quantity-dialog.tsx';
import {
  type CountedItem,
  defaultUnit,
  findScanned,
  findUnlisted,
  type Round,
  type Scanned,
  useScales,
} from './round.ts';
import { usePieces } from './use-pieces.ts';
import type { WaitingEntries } from './waiting.ts';

const SHOWN_MAX = 8;

interface CountingProps {
  readonly id: number;
  readonly round: Round;
  readonly goods: readonly CountedItem[];
  readonly waiting: WaitingEntries;
}

export function Counting({ id, round, goods, waiting }: CountingProps) {
  const { t } = useTranslation();
  const { user_id } = useMe();
  const { data: scales = USUAL_SCALES } = useScales();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Scanned>();
  /** The item of a piece whose number is asked for. */
  const [pieceOf, setPieceOf] = useState<CountedItem>();
  const count = ({ item, unit, ...counted }: Scanned & Counted) =>
    void waiting
      .add({
        round: id,
        user_id,
        item_fk: item.item_fk,
        item_name: item.item_name ?? '',
        unit_fk: unit.unit_fk,
        unit_name: unit.unit_name ?? '',
        ...counted,
      })
      .catch(notifyProblem);
  const pieces = usePieces({
    id,
    round,
    goods,
    waiting,
    count: (item, unit, batch_number) => count({ item, unit, quantity: '1', batch_number, expire_date: null }),
  });
  const scan = (typed: string) => {
    const code = toLatinDigits(typed).trim();
    if (code === '') return;
    setText('');
    const listed = findScanned(goods, code, scales);
    setPieceOf(undefined);
    if (listed) countScanned(listed);
    else if (pieceOf && !isBarcode(code)) void pieces.takeOf(pieceOf, code);
    else void scanUnlisted(code);
  };
  const countScanned = (found: Scanned) => {
    const { item, unit, count: counted, batch = NO_BATCH, serial } = found;
    if (hasSerials(item)) {
      if (serial === undefined) setPieceOf(item);
      else void pieces.takeOf(item, serial);
      return;
    }
    sound('scanned');
    // A code that says all of its package is a package that is counted.
    if (counted === undefined || !isWholeBatch(item, batch)) setChosen(found);
    else count({ item, unit, quantity: counted, ...batch });
  };
  const scanUnlisted = async (code: string) => {
    const shown = { code: isolateLtr(code) };
    try {
      const item = round.takes_unlisted === false ? undefined : await findUnlisted(id, code);
      const found = item && findScanned([item], code, scales);
      if (found) return countScanned(found);
      if (await pieces.take(code)) return;
      notifyError(t('counting:not_listed', shown));
    } catch (problem) {
      if (problem instanceof ApiError && problem.status !== 0) notifyProblem(problem);
      else notifyError(t('counting:unlisted_offline', shown));
    }
    sound('unknown');
  };
  const goOn = (code: string, counted: (Scanned & Counted) | undefined) => {
    setChosen(undefined);
    // The other code of the same package says its batch.
    const isSame = findScanned(goods, toLatinDigits(code).trim(), scales)?.item === chosen?.item;
    if (counted) count(counted);
    else if (!isSame) notifyError(t('counting:not_counted', { item: chosen?.item.item_name ?? '' }));
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
          if (findScanned(goods, toLatinDigits(text).trim(), scales) || found.length !== 1 || !only) scan(text);
          else choose(only);
        }}
      >
        <CodeBox
          value={text}
          onChange={setText}
          label={t('counting:search')}
          className="h-12 min-w-0 flex-1 px-3 text-base"
        />
        <CameraScanner onScan={scan} />
      </form>
      <FoundItems items={found.slice(0, SHOWN_MAX)} onChoose={choose} />
      {chosen && (
        <QuantityDialog
          key={JSON.stringify([chosen.item.item_fk, chosen.unit.unit_fk, chosen.batch])}
          scanned={chosen}
          onNext={goOn}
          onClose={() => setChosen(undefined)}
          onCount={(counted) => {
            count(counted);
            setChosen(undefined);
          }}
        />
      )}
      <PieceDialogs {...{ pieces, pieceOf }} onLeave={() => setPieceOf(undefined)} />
    </section>
  );

  function choose(item: CountedItem): void {
    const unit = defaultUnit(item);
    setText('');
    if (hasSerials(item)) setPieceOf(item);
    else if (unit) setChosen({ item, unit, count: '1' });
  }
}

interface FoundItemsProps {
  readonly items: readonly CountedItem[];
  readonly onChoose: (item: CountedItem) => void;
}

/** The items that what is typed may mean. */
function FoundItems({ items, onChoose }: FoundItemsProps) {
  if (items.length === 0) return null;
  return (
    <ul className="flex flex-col divide-y divide-edge">
      {items.map((item) => (
        <li key={item.item_fk}>
          <button
            type="button"
            onClick={() => onChoose(item)}
            className="flex min-h-12 w-full flex-wrap items-center gap-x-3 rounded-md px-2 text-start hover:bg-surface-2"
          >
            <bdi className="font-medium">{item.item_name}</bdi>
            <bdi className="text-xs text-ink-muted">{[item.item_code, item.shelf].filter(Boolean).join(' · ')}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

function matching(goods: readonly CountedItem[], typed: string): readonly CountedItem[] {
  const words = foldForSearch(typed).split(' ');
  return goods.filter(({ item_name, item_code }) => {
    const text = foldForSearch(`${item_name ?? ''} ${item_code ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}
