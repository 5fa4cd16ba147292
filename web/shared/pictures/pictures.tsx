/** The pictures or papers of a record or document: chosen, dropped, pasted or photographed, viewed and removed. */
import { ArrowLeft, Camera, ImagePlus, X } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';
import { awaited } from '../document/model/on-the-way.ts';
import { notifyProblem } from '../notify/notify.ts';
import { FileWords, Picture } from './picture.tsx';
import {
  ACCEPTED,
  ACCEPTED_PAPERS,
  filesIn,
  picturesIn,
  refused,
  smaller,
  uploadPaper,
  uploadPicture,
} from './upload.ts';

export interface PicturesProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly label: string;
  readonly max?: number;
  readonly disabled?: boolean;
  /** True for papers: files of other kinds than pictures too, each with its name and size. */
  readonly papers?: boolean;
  /** Id of the button, for its label. */
  readonly id?: string;
}

export function Pictures({ value, onChange, label, max = 20, disabled = false, papers = false, id }: PicturesProps) {
  const { t } = useTranslation();
  const { sending, add } = useUploads({ value, onChange, papers }, max);
  const [over, setOver] = useState(false);
  const full = value.length + sending >= max;
  const given = papers ? filesIn : picturesIn;
  const words = papers ? 'papers' : 'pictures';
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) void add(given(event.dataTransfer));
  };
  return (
    <fieldset
      className={`relative flex min-h-24 flex-wrap items-center gap-2 rounded-md border border-dashed p-2 ${over ? 'border-accent bg-accent-soft' : 'border-edge-strong'}`}
      onPaste={(event) => {
        const pasted = given(event.clipboardData);
        if (disabled || pasted.length === 0) return;
        event.preventDefault();
        void add(pasted);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend className="sr-only">{label}</legend>
      {value.map((attachment, index) => (
        <HeldFile key={attachment} {...{ value, index, onChange, label, disabled, papers }} />
      ))}
      {Array.from({ length: sending }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are alike and have no order.
        <span key={index} aria-hidden className="size-20 animate-pulse rounded-md bg-surface-3" />
      ))}
      <span role="status" className="sr-only">
        {sending > 0 ? t('pictures:sending') : ''}
      </span>
      {!disabled && !full && <Choosers {...{ add, id, label, words, empty: value.length === 0, one: max === 1 }} />}
      {disabled && value.length === 0 && <span className="text-ink-muted">{t(`pictures:${words}.none`)}</span>}
    </fieldset>
  );
}

const CORNER = 'absolute top-0 inline-flex size-6 items-center justify-center bg-surface-1 text-ink shadow-card';

/** One picture, which can be removed or moved forward: lists show the first. */
function HeldFile({
  value,
  index,
  onChange,
  label,
  disabled,
  papers,
}: Pick<PicturesProps, 'value' | 'onChange' | 'label'> &
  Record<'disabled' | 'papers', boolean> & {
    readonly index: number;
  }) {
  const { t } = useTranslation();
  const attachment = value[index] ?? '';
  const number = String(index + 1);
  const earlier = [...value.slice(0, index), ...value.slice(index + 1)].toSpliced(index - 1, 0, attachment);
  return (
    <span className="relative inline-flex items-center gap-1.5">
      <Picture attachment={attachment} label={t('pictures:number', { label, number })} />
      {!disabled && index > 0 && (
        <button
          type="button"
          aria-label={t('pictures:earlier', { number })}
          title={t('pictures:earlier', { number })}
          onClick={() => onChange(earlier)}
          className={`${CORNER} start-0 rounded-ee-md hover:bg-accent hover:text-accent-ink`}
        >
          <ArrowLeft size={14} aria-hidden />
        </button>
      )}
      {!disabled && (
        <button
          type="button"
          aria-label={t('pictures:remove', { number })}
          title={t('pictures:remove', { number })}
          onClick={() => onChange(value.filter((other) => other !== attachment))}
          className={`${CORNER} start-14 rounded-es-md hover:bg-danger hover:text-danger-ink`}
        >
          <X size={14} aria-hidden />
        </button>
      )}
      {papers && <FileWords attachment={attachment} />}
    </span>
  );
}

interface ChoosersProps {
  readonly add: (files: readonly File[]) => Promise<void>;
  readonly id: string | undefined;
  readonly label: string;
  readonly words: 'papers' | 'pictures';
  readonly empty: boolean;
  readonly one: boolean;
}

function Choosers({ add, id, label, words, empty, one }: ChoosersProps) {
  const { t } = useTranslation();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    void add(files);
  };
  const taken = async (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    await add(await Promise.all(files.map(smaller)));
  };
  const hidden = { type: 'file', hidden: true, tabIndex: -1, 'aria-hidden': true } as const;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <input
        {...hidden}
        ref={chooser}
        accept={words === 'papers' ? ACCEPTED_PAPERS : ACCEPTED}
        multiple={!one}
        onChange={chosen}
      />
      <input {...hidden} ref={camera} accept="image/*" capture="environment" onChange={(event) => void taken(event)} />
      <Button
        id={id}
        icon={ImagePlus}
        aria-label={t(`pictures:${words}.add_to`, { label })}
        onClick={() => chooser.current?.click()}
      >
        {t(`pictures:${words}.add`)}
      </Button>
      <Button icon={Camera} className="hidden pointer-coarse:inline-flex" onClick={() => camera.current?.click()}>
        {t('pictures:take')}
      </Button>
      {empty && <span className="text-xs text-ink-muted">{t(`pictures:${words}.hint`)}</span>}
    </span>
  );
}

/** Uploads pictures one after another; each appears when it is stored. */
type Held = Pick<PicturesProps, 'value' | 'onChange'> & { readonly papers: boolean };

function useUploads({ value, onChange, papers }: Held, max: number) {
  const { t } = useTranslation();
  const [sending, setSending] = useState(0);
  // A file that was told to the owner of the list, and is not in the list yet: its owner may still be storing it.
  const told = useRef<readonly string[]>([]);
  const shown = useRef(value);
  shown.current = value;
  told.current = told.current.filter((id) => !value.includes(id));
  const now = () => [...shown.current, ...told.current];
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const send = async (files: readonly File[]) => {
    const room = files.slice(0, Math.max(0, max - now().length - sending));
    if (room.length < files.length) notifyProblem(refused(t('pictures:limit', { count: max })));
    setSending((count) => count + room.length);
    for (const file of room) {
      try {
        told.current = [...told.current, await (papers ? uploadPaper : uploadPicture)(file)];
        if (isThere.current) onChange(now());
        else notifyProblem(refused(t('pictures:too_late')));
      } catch (problem) {
        notifyProblem(problem);
      }
      setSending((count) => count - 1);
    }
  };
  /** Saving waits for it. */
  const add = (files: readonly File[]): Promise<void> => {
    const sent = send(files);
    awaited(sent);
    return sent;
  };
  return { sending, add };
}
