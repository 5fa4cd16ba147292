/** What other inventories can spare of the goods that an inventory lacks: ticked, changed, and made drafts of transfers. */
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/controls/button.tsx';
import { InUnits } from '../../shared/controls/in-units.tsx';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { useCan } from '../../shared/session/session.ts';
import {
  type ChangedMove,
  chosenMoves,
  isWrongMove,
  type Move,
  type MoveGroup,
  type Moves,
  movedText,
} from './transfers.ts';

interface TransfersProps {
  readonly groups: readonly MoveGroup[];
  readonly moves: Moves;
  readonly onChange: (key: string, change: ChangedMove) => void;
  readonly busy: boolean;
  readonly onSend: () => void;
}

export function ProposedTransfers({ groups, moves, onChange, busy, onSend }: TransfersProps) {
  const { t } = useTranslation();
  const can = useCan();
  const chosen = groups.map((group) => chosenMoves(group, moves)).filter((own) => own.length > 0);
  const isWrong = chosen.flat().some((move) => isWrongMove(move, moves));
  return (
    <section
      aria-label={t('proposal:transfers')}
      className="flex max-h-80 shrink-0 flex-col gap-2 overflow-y-auto rounded-lg border border-edge bg-surface-1 p-3 shadow-card"
    >
      <h2 className="font-semibold">{t('proposal:transfers')}</h2>
      <p className="text-xs text-ink-muted">{t('proposal:transfers_hint')}</p>
      {groups.map((group) => (
        <div key={group.from} className="flex flex-col gap-1">
          <h3 className="font-medium">
            {t('proposal:from')} <bdi>{group.name}</bdi>
          </h3>
          <ul className="flex flex-col gap-1">
            {group.moves.map((move) => (
              <MoveRow
                key={move.key}
                {...{ move, moves }}
                onChange={(change) => onChange(move.key, { ...moves[move.key], ...change })}
              />
            ))}
          </ul>
        </div>
      ))}
      {can('stock_transfers/store') && (
        <div className="flex justify-end">
          <Button busy={busy} disabled={chosen.length === 0 || isWrong} onClick={onSend}>
            {t('proposal:make_transfers', { count: chosen.length })}
          </Button>
        </div>
      )}
    </section>
  );
}

interface MoveRowProps {
  readonly move: Move;
  readonly moves: Moves;
  readonly onChange: (change: ChangedMove) => void;
}

function MoveRow({ move, moves, onChange }: MoveRowProps) {
  const { t } = useTranslation();
  const isLeftOut = moves[move.key]?.isLeftOut === true;
  const named = { name: move.item.item_name ?? '', inventory: move.from_inventory_name ?? '' };
  return (
    <li className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${isLeftOut ? 'text-ink-muted' : ''}`}>
      <input
        type="checkbox"
        checked={!isLeftOut}
        aria-label={t('proposal:move_item', named)}
        onChange={(event) => onChange({ isLeftOut: !event.target.checked })}
        className="size-4 align-middle accent-accent"
      />
      <bdi className="min-w-40 flex-1">{move.item.item_name ?? ''}</bdi>
      <span className="text-xs text-ink-muted">
        {t('proposal:spare')} <InUnits parts={move.spare_in_units} />
      </span>
      <span className="w-28">
        <AmountField
          ariaLabel={t('proposal:moved_quantity', named)}
          value={movedText(move, moves)}
          onChange={(quantity) => onChange({ quantity })}
          decimals={6}
          disabled={isLeftOut}
        />
      </span>
      <bdi className="w-20 text-ink-muted">{move.item.base_unit_name}</bdi>
    </li>
  );
}
