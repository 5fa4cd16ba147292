/** Tells the serial numbers of a line's pieces: scanned, typed, pasted, or chosen from those that are here. */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BatchQuantity, foldedNumber, isSameNumber } from '../../../../domain/values/batch.ts';
import { QUANTITY_ONE, type Quantity } from '../../../../domain/values/quantity.ts';
import { useRecordName } from '../../api/lookup.ts';
import { read } from '../../api/read.ts';
import { Button, IconButton } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { TextField } from '../../form/fields/text-field.tsx';
import { notifyProblem } from '../../notify/notify.ts';
import { PieceQuestion } from '../dialogs/piece-question.tsx';
import type { Fields, Line } from '../model/draft.ts';
import type { PieceBooks } from '../model/goods/counted-pieces.ts';
import { numbersIn, piecesOf } from '../model/goods/pieces.ts';
import { askScanned } from '../model/goods/scanned-line.ts';
import { countPiece, type PieceGoods } from '../model/goods/standing-pieces.ts';
import { knownName } from '../model/known-names.ts';
import { useScansTaken } from './scanning.ts';

interface Props {
  readonly header: Fields;
  readonly line: Line;
  readonly named: readonly BatchQuantity[];
  /** Whether the pieces come in; otherwise those on hand can be chosen. */
  readonly adds: boolean;
  readonly needed: Quantity;
  /** What may be chosen from, where that is not what is on hand. */
  readonly among?: readonly BatchQuantity[] | undefined;
  readonly onClose: () => void;
  readonly onChoose: (batches: readonly BatchQuantity[]) => void;
  /** Where pieces are counted: what the books say of a number. */
  readonly books?: PieceBooks | undefined;
  /** Takes the code of goods that was scanned in the dialog, after the dialog is closed. */
  readonly onScan?: (code: string) => void;
}

/** More are found by typing a part of their number. */
const SHOWN_MAX = 30;

export function PieceDialog({ header, line, named, adds, needed, among, books, onClose, onChoose, onScan }: Props) {
  const { t } = useTranslation();
  const item = Number(line.fields['item_fk']);
  const inventory = Number(line.fields['inventory_fk'] ?? header['inventory_fk']);
  const { data: onHand = [] } = useQuery({
    enabled: among === undefined && !adds && Number.isInteger(inventory),
    queryKey: ['items', 'batches', item, inventory],
    queryFn: () => read('items/:id/batches', { params: { id: item }, query: { inventory_fk: inventory } }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });
  const name = useRecordName('items', item, knownName('items', item));
  const own = { item_fk: item, item_name: name ?? null };
  const { pieces, current, put, tell } = useTold(named, own, books);
  const { numbers, twice } = pieces;
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(0);
  const waited = <Answer,>(answer: Promise<Answer>): Promise<Answer> => {
    setAsked((count) => count + 1);
    return answer.finally(() => setAsked((count) => count - 1));
  };
  const add = (text: string) => {
    setTyped('');
    return waited(tell(numbersIn(text))).catch((problem: unknown) => {
      setTyped(text);
      throw problem;
    });
  };
  /** The code of a package is no number of a piece: it is of the goods that come next. */
  const take = async (code: string) => {
    const scan = await waited(askScanned(code));
    const number = scan?.item_fk === item ? scan.serial_number : undefined;
    if (scan && !number) return goOn(code);
    await waited(tell([number ?? code.trim()]));
  };
  /** Numbers that were not counted are told again. */
  const finish = async () => {
    await add(typed);
    if (books && left.some((number) => !isIn(number, current().numbers))) return;
    onChoose(piecesOf(current().numbers));
    onClose();
  };
  const goOn = useEffectEvent((code: string) => {
    onChoose(piecesOf(numbers));
    onClose();
    onScan?.(code);
  });
  const scanned = (code: string) => void take(code).catch(notifyProblem);
  useScansTaken(scanned);
  /** Enter, which a scanner sends after each code, and lines that are pasted end a number. */
  const type = (text: string) => (text.includes('\n') ? void add(text).catch(notifyProblem) : setTyped(text));
  const here = (among ?? onHand)
    .flatMap(({ batch_number }) => batch_number ?? [])
    .filter((number) => !isIn(number, numbers) && foldedNumber(number).includes(foldedNumber(typed)));
  const left = numbersIn(typed);
  return (
    <Dialog
      open
      title={t('document:pieces.of', { item: name ?? '' })}
      onClose={onClose}
      footer={
        <Button look="primary" busy={asked > 0} onClick={() => void finish().catch(notifyProblem)}>
          {t('document:pieces.take')}
        </Button>
      }
    >
      <TextField autoFocus ltr rows={2} label={t('document:pieces.number')} value={typed} onChange={type} />
      <p role="status" className={`py-2 text-sm ${isComplete(numbers, needed) ? 'text-ink-muted' : 'text-danger-ink'}`}>
        {t('document:pieces.sum', { sum: String(numbers.length), needed: String(needed / QUANTITY_ONE) })}
        {twice !== undefined && ` · ${t('document:pieces.twice', { number: twice })}`}
      </p>
      <ul className="text-sm">
        {numbers.map((number) => (
          <li key={number} className="flex items-center justify-between gap-2 border-t border-edge py-1">
            <bdi className="numeric">{number}</bdi>
            <IconButton
              icon={X}
              label={t('document:pieces.remove', { number })}
              onClick={() =>
                put((all) => ({ numbers: all.numbers.filter((other) => other !== number), twice: undefined }))
              }
            />
          </li>
        ))}
      </ul>
      {here.length > 0 && (
        <>
          <p className="pt-3 pb-1 text-xs font-medium text-ink-muted">
            {t(`document:pieces.${among ? 'among' : 'here'}`)}
          </p>
          <div className="flex flex-wrap gap-2">
            {here.slice(0, SHOWN_MAX).map((number) => (
              <Button key={number} onClick={() => put(withNumbers([number]))}>
                <bdi className="numeric">{number}</bdi>
              </Button>
            ))}
          </div>
        </>
      )}
      {books && <PieceQuestion onScan={scanned} />}
    </Dialog>
  );
}

/** The numbers of the dialog. What is counted is in the books, or a person has said that it was found. */
function useTold(named: readonly BatchQuantity[], own: PieceGoods, books: PieceBooks | undefined) {
  const [pieces, setPieces] = useState<Pieces>(() => ({ numbers: namedNumbers(named), twice: undefined }));
  /** Before it is rendered: questions about numbers are answered one after the other. */
  const now = useRef(pieces);
  const put = (change: (pieces: Pieces) => Pieces) => {
    now.current = change(now.current);
    setPieces(now.current);
  };
  const tell = async (added: readonly string[]) => {
    if (!books) return put(withNumbers(added));
    const counting = {
      ...books,
      find: async (number: string) => (await books.find(number)).filter(({ item_fk }) => item_fk === own.item_fk),
      isCounted: (item: number, number: string) => isIn(number, now.current.numbers) || books.isCounted(item, number),
      count: (_: PieceGoods, number: string) => put(withNumbers([number])),
    };
    for (const number of added) await countPiece(counting, number, own);
  };
  return { pieces, current: () => now.current, put, tell };
}

interface Pieces {
  readonly numbers: readonly string[];
  /** The last number that was in the list already. */
  readonly twice: string | undefined;
}

const isIn = (number: string, list: readonly string[]) => list.some((other) => isSameNumber(other, number));

const namedNumbers = (named: readonly BatchQuantity[]) => named.flatMap(({ batch_number }) => batch_number ?? []);

const withNumbers =
  (added: readonly string[]) =>
  ({ numbers }: Pieces): Pieces => {
    const isKnown = (number: string, index: number) => isIn(number, [...numbers, ...added.slice(0, index)]);
    return {
      numbers: [...numbers, ...added.filter((number, index) => !isKnown(number, index))],
      twice: added.find(isKnown),
    };
  };

const isComplete = (numbers: readonly string[], needed: Quantity): boolean =>
  BigInt(numbers.length) * QUANTITY_ONE === needed;
