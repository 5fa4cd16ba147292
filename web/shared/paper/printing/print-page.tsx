/** The page of a paper: a preview, its language and size, and buttons to print, save as PDF, and share. */
import '../paper.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { ArrowLeft, FileText, Printer, Share2 } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAPER_SIZES, type PaperTemplate } from '../../../../domain/paper/template.ts';
import { isOneOf } from '../../../../domain/values/members.ts';
import { Button, IconButton } from '../../controls/button.tsx';
import { SectionNotFoundPage } from '../../controls/not-found.tsx';
import { FailedState, SkeletonLines } from '../../controls/states.tsx';
import { LANGUAGES, usePreferences } from '../../language/preferences.ts';
import { notifyProblem } from '../../notify/notify.ts';
import { useAddress, usePathPart } from '../../session/address-parts.ts';
import { useMe } from '../../session/session.ts';
import { useShortcut } from '../../shortcuts/shortcuts.ts';
import { ManyPages, usePageLimit } from '../many-pages.tsx';
import { PaperPreview } from '../paper-preview.tsx';
import { fetchPaper, formsOf, type PaperSource, templateFor } from '../paper-source.ts';
import type { PrintedForm } from '../printed-form.ts';
import { PrintChoices } from './print-choices.tsx';
import { layOut, place } from './print-paper.ts';
import { sharePaper } from './share-paper.ts';

/** The page of the papers of a resource; must be called once, outside of components. */
export function printPage(resource: string): ComponentType {
  // Called once per resource, outside of components: the component that it makes is always the same one.
  // biome-ignore lint/correctness/noComponentHookFactories: see above
  return function PrintPage() {
    const id = Number(usePathPart('id'));
    return Number.isSafeInteger(id) && id > 0 ? <Paper resource={resource} id={id} /> : <SectionNotFoundPage />;
  };
}

function Paper({ resource, id }: { resource: string; id: number }) {
  const address = useAddress();
  const preferred = usePreferences().language;
  const language = isOneOf(LANGUAGES, address['language']) ? address['language'] : preferred;
  const paper = typeof address['paper'] === 'string' ? address['paper'] : undefined;
  const { data, error, refetch } = useQuery({
    queryKey: [resource, 'paper', id, language, paper],
    queryFn: ({ signal }) => fetchPaper(resource, id, { language, paper, signal }),
    // The paper must have the data at the time of printing.
    staleTime: 0,
    meta: { quiet: true },
  });
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  return data ? <Shown source={data} /> : <SkeletonLines lines={12} />;
}

/** Settings in the address override the template. */
function useTemplate(source: PaperSource): PaperTemplate {
  const { size, second, template } = useAddress();
  const stored = templateFor(source, typeof template === 'number' ? template : undefined);
  return {
    ...stored,
    ...(isOneOf(PAPER_SIZES, size) ? { paper: size } : {}),
    ...(second === 'none' ? { second_language: null } : isOneOf(LANGUAGES, second) ? { second_language: second } : {}),
  };
}

function useForm(source: PaperSource, template: PaperTemplate): PrintedForm | undefined {
  const me = useMe();
  const isCopy = useAddress()['copy'] === 'yes';
  const [form, setForm] = useState<PrintedForm>();
  const looks = JSON.stringify(template);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the template is a new object each time; its text says whether it is another one.
  useEffect(() => {
    let isWanted = true;
    void formsOf(source, { template, isCopy, printedBy: me.user_name }).then((made) => {
      if (isWanted) setForm(made);
    });
    return () => {
      isWanted = false;
    };
  }, [source, looks, isCopy, me.user_name]);
  return form;
}

/**
 * While the page is open, the browser's print command prints the paper instead of the screen. Returns the number of
 * pages.
 */
function useBrowserPrint(form: PrintedForm | undefined): number | undefined {
  const [pages, setPages] = useState<number>();
  useEffect(() => {
    if (!form) return;
    let remove: (() => void) | undefined;
    let isOpen = true;
    void layOut(form.html).then((laidOut) => {
      if (!isOpen) return;
      remove = place(laidOut);
      setPages(laidOut.pages);
    });
    return () => {
      isOpen = false;
      remove?.();
      setPages(undefined);
    };
  }, [form]);
  return pages;
}

function Shown({ source }: { source: PaperSource }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { history } = useRouter();
  const template = useTemplate(source);
  const form = useForm(source, template);
  const limit = usePageLimit();
  const pages = useBrowserPrint(form);
  const print = () => {
    if (pages !== undefined) limit.ask(pages, () => window.print());
  };
  useShortcut('table_print', print);
  const number = source.answer.documents[0]?.number;
  const choose = (change: Readonly<Record<string, string | number | undefined>>) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...change }), replace: true });
  return (
    <div className="flex h-full flex-col">
      <header className="no-print flex flex-wrap items-center gap-2 border-b border-edge bg-surface-1 px-4 py-2.5">
        <IconButton icon={ArrowLeft} mirror label={t('paper:back')} onClick={() => history.back()} />
        <h1 className="min-w-0 flex-1 truncate text-xl font-semibold">
          {t('paper:title')} {number && <bdi>{number}</bdi>}
        </h1>
        <Button icon={Share2} disabled={!form} onClick={() => form && void sharePaper(form).catch(notifyProblem)}>
          {t('paper:share')}
        </Button>
        <Button icon={FileText} disabled={pages === undefined} onClick={print}>
          {t('paper:pdf')}
        </Button>
        <Button look="primary" icon={Printer} disabled={pages === undefined} onClick={print}>
          {t('paper:print')}
        </Button>
      </header>
      <PrintChoices source={source} template={template} onChoose={choose} />
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long paper is scrolled with the keys, and has nothing in it to stop at.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto bg-surface-2 p-4"
        aria-label={t('paper:title')}
      >
        {form ? <PaperPreview html={form.html} /> : <SkeletonLines lines={12} />}
      </section>
      <ManyPages limit={limit} />
    </div>
  );
}
