/** Buttons for touch: 48 px high, with their key. */
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Keys } from '../../shared/controls/keys.tsx';
import { notifyHint } from '../../shared/notify/notify.ts';
import type { ShortcutName } from '../../shared/shortcuts/definitions.ts';
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts';

const LOOKS = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong font-semibold border-transparent',
  secondary: 'bg-surface-1 text-ink border-edge-strong/55 hover:bg-surface-2',
  quiet: 'text-ink-muted hover:text-ink hover:bg-surface-3 border-transparent',
  danger: 'bg-danger-solid text-accent-ink hover:opacity-90 font-semibold border-transparent',
} as const;

export interface TillButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: keyof typeof LOOKS;
  readonly icon?: LucideIcon;
  /** The button's key, shown on it. */
  readonly shortcut?: ShortcutName;
  /** False while a panel in front uses the key. */
  readonly listens?: boolean;
  /** Why it cannot be pressed now: the button is grey, and says so when it is touched, pressed or pointed at. */
  readonly why?: string | undefined;
  readonly onPress: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children?: ReactNode;
}

/** A grey button keeps its place in the order of the keys, so that everybody can ask it why. */
export const blocked = (why: string | undefined) =>
  why === undefined ? {} : ({ 'aria-disabled': true, 'aria-description': why, title: why } as const);

export function TillButton({
  look = 'secondary',
  icon: Icon,
  shortcut,
  listens = true,
  why,
  onPress,
  children,
  className = '',
  ...rest
}: TillButtonProps) {
  const press = why === undefined ? onPress : () => notifyHint(why);
  return (
    <button
      type="button"
      {...rest}
      {...blocked(why)}
      onClick={(event) => {
        // A form is not sent by a grey button.
        if (why !== undefined) event.preventDefault();
        press();
      }}
      className={`inline-flex min-h-12 min-w-12 shrink-0 items-center justify-center gap-2 rounded-md border px-3 text-base transition-colors disabled:opacity-45 aria-disabled:opacity-45 ${LOOKS[look]} ${className}`}
    >
      {Icon && <Icon size={18} aria-hidden className="shrink-0" />}
      {children}
      {shortcut && <Pressed shortcut={shortcut} listens={listens && !rest.disabled} onPress={press} />}
    </button>
  );
}

interface PressedProps {
  readonly shortcut: ShortcutName;
  readonly listens: boolean;
  readonly onPress: () => void;
}

function Pressed({ shortcut, listens, onPress }: PressedProps) {
  useShortcut(shortcut, onPress, listens);
  return (
    <span className="max-lg:hidden">
      <Keys name={shortcut} />
    </span>
  );
}
