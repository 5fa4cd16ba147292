/** The weight of screens: JavaScript over the wire and requests of a whole load, layout shift and the longest task. */
import { chromiumPath } from '../launcher/browser.ts';
import { openBusiness } from '../tools/gallery/business.ts';
import { launchChromium, openWindow } from '../tools/gallery/window.ts';
import { type Figure, mustHold, type Scenario } from './measure.ts';
import { type ScreenWeight, weigh } from './screen-weight.ts';

const KB = 1_024;
const SHIFT_MOST = 0.02;
const TASK_MS = 100;

interface Limited {
  readonly name: string;
  readonly path: string;
  readonly kilobytes: number;
  /** Limit of requests until the screen is shown. */
  readonly requests?: number;
}

const SIGN_IN: Limited = { name: 'sign-in', path: '/login', kilobytes: 120, requests: 25 };
/** Limits include the files of the screens before: a list adds 60 KB to home, an editor another 80 KB. */
const SIGNED_IN: readonly Limited[] = [
  { name: 'home', path: '/', kilobytes: 250, requests: 25 },
  { name: 'list of sales', path: '/sales/sales', kilobytes: 310 },
  { name: 'editor of a sale', path: '/sales/sales/new', kilobytes: 390 },
];

export const screens: Scenario = {
  name: 'screens',
  about: 'sign-in, home, a list and an editor in the browser: bytes over the wire, requests, layout shift, long tasks',
  missing: () => (chromiumPath() === undefined ? 'there is no Chromium' : undefined),
  async run({ databaseUrl }) {
    const business = await openBusiness(databaseUrl, 0);
    const browser = await launchChromium();
    try {
      const visitor = await browser.newPage();
      const figures = figuresOf(SIGN_IN, await weigh(visitor, `${business.address}${SIGN_IN.path}`));
      const context = await openWindow(browser, business, { language: 'ckb', theme: 'light' });
      // Hides the set-up list, as in a business that is set up.
      await context.addInitScript(() => localStorage.setItem('daftar.onboarding_put_away.1', 'yes'));
      const page = await context.newPage();
      for (const screen of SIGNED_IN) {
        figures.push(...figuresOf(screen, await weigh(page, `${business.address}${screen.path}`)));
      }
      return figures;
    } finally {
      await browser.close();
      await business.stop();
    }
  },
};

/** Throws WrongResult for a page that did not load the application. */
function figuresOf({ name, kilobytes, requests }: Limited, weight: ScreenWeight): Figure[] {
  mustHold(weight.scripts > 2, `${name} loaded ${weight.scripts} scripts`);
  const size = weight.bytes / KB;
  const task = weight.longestTaskMs;
  return [
    {
      name: `${name}: JavaScript`,
      value: `${size.toFixed(0)} KB`,
      target: { text: `at most ${kilobytes} KB`, reached: size <= kilobytes },
    },
    {
      name: `${name}: requests`,
      value: String(weight.requests),
      ...(requests === undefined
        ? {}
        : { target: { text: `at most ${requests}`, reached: weight.requests <= requests } }),
    },
    {
      name: `${name}: layout shift`,
      value: weight.shift.toFixed(3),
      target: { text: `at most ${SHIFT_MOST}`, reached: weight.shift <= SHIFT_MOST },
    },
    {
      name: `${name}: longest task`,
      value: task === 0 ? 'below 50 ms' : `${task.toFixed(0)} ms`,
      target: { text: `at most ${TASK_MS} ms`, reached: task <= TASK_MS },
    },
  ];
}
