/** Fits a table into its scrolled region, and finds the columns of which only a part is in view. */

/** Each step is narrower than the one before; theme.css has their paddings and text sizes. */
const FITS = ['normal', 'snug', 'tight'] as const;
/** Largest share of the region that the first column takes when it remains in view. */
const PINNED_SHARE_MAX = 0.45;
/** Rounding of positions, in pixels. */
const TOLERANCE = 1;
/** Room for the button of further columns, in pixels. */
const BUTTON = 32;

/** The part of the region in which columns scroll: between its pinned columns, in pixels of the window. */
interface View {
  readonly left: number;
  readonly right: number;
}

export interface WholeColumns {
  /** Positions of the columns that the edge of the view cuts. */
  readonly cut: readonly number[];
  /** Number of columns that are partly or wholly out of view, before and after the others. */
  readonly before: number;
  readonly after: number;
  /** Distances of the view from the edges of the region, in pixels. */
  readonly start: number;
  readonly end: number;
}

const isMirrored = (region: HTMLElement): boolean => getComputedStyle(region).direction === 'rtl';
const headsOf = (region: HTMLElement): readonly HTMLElement[] => [
  ...(region.querySelector('thead tr')?.querySelectorAll<HTMLElement>(':scope > th') ?? []),
];
const isThere = (head: HTMLElement): boolean => head.offsetWidth > 0;
const isPinned = (head: HTMLElement): boolean => getComputedStyle(head).position === 'sticky';

/** Takes the first step at which all columns are in view; otherwise the narrowest, and the first column is pinned. */
export function fitColumns(region: HTMLElement): void {
  delete region.dataset['pinned'];
  for (const fit of FITS) {
    region.dataset['fit'] = fit;
    if (region.scrollWidth <= region.clientWidth + TOLERANCE) return;
  }
  const [first] = headsOf(region);
  if (first && first.offsetWidth <= region.clientWidth * PINNED_SHARE_MAX) region.dataset['pinned'] = 'first';
}

export function wholeColumns(region: HTMLElement): WholeColumns {
  const heads = headsOf(region);
  const moving = heads.filter((head) => isThere(head) && !isPinned(head));
  const view = viewOf(region, heads, moving);
  const edge = region.getBoundingClientRect();
  const boxes = moving.map((head) => ({ index: heads.indexOf(head), box: head.getBoundingClientRect() }));
  const outLeft = boxes.filter(({ box }) => box.left < view.left - TOLERANCE).length;
  const outRight = boxes.filter(({ box }) => box.right > view.right + TOLERANCE).length;
  // The buttons cover the heads at the edges.
  const left = view.left + (outLeft > 0 ? BUTTON : 0);
  const right = view.right - (outRight > 0 ? BUTTON : 0);
  const cut = boxes.filter(({ box }) => {
    // A column that is wider than the view is read by scrolling in it.
    const isWider = box.width > right - left;
    const isCut = box.left < left - TOLERANCE || box.right > right + TOLERANCE;
    return isCut && !isWider && box.right > edge.left && box.left < edge.right;
  });
  const [atLeft, atRight] = [view.left - edge.left, edge.right - view.right];
  const edges = isMirrored(region)
    ? { before: outRight, after: outLeft, start: atRight, end: atLeft }
    : { before: outLeft, after: outRight, start: atLeft, end: atRight };
  return { cut: cut.map(({ index }) => index), ...edges };
}

function viewOf(region: HTMLElement, heads: readonly HTMLElement[], moving: readonly HTMLElement[]): View {
  let left = region.getBoundingClientRect().left + region.clientLeft;
  let right = left + region.clientWidth;
  const firstMoving = moving[0] ? heads.indexOf(moving[0]) : heads.length;
  const mirrored = isMirrored(region);
  for (const [index, head] of heads.entries()) {
    if (moving.includes(head) || !isThere(head)) continue;
    const box = head.getBoundingClientRect();
    if (index < firstMoving === mirrored) right = Math.min(right, box.left);
    else left = Math.max(left, box.right);
  }
  return { left, right };
}

/** Scrolls by the columns in view, less a fifth, so that none is passed. */
export function scrollColumns(region: HTMLElement, to: 'before' | 'after'): void {
  const { start, end } = wholeColumns(region);
  const endwards = isMirrored(region) ? -1 : 1;
  const step = (region.clientWidth - start - end) * 0.8;
  region.scrollBy({ left: step * endwards * (to === 'after' ? 1 : -1) });
}

/** The rule that hides the content of the cut columns of the region with this id. */
export const hidingRule = (id: string, cut: readonly number[]): string =>
  cut
    .map((index) => `[data-columns="${id}"] :is(th, td):nth-child(${index + 1})`)
    .map((cell) => `${cell} { color: transparent } ${cell} > * { opacity: 0 }`)
    .join('\n');
