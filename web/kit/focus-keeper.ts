// The one mechanism for where the focus goes when what had it is gone: a dialog that closed, a row that left, a page
// that made room for another. It watches the document, so that no dialog, list or page has to do anything for it: who
// opens a dialog gets the focus back when the dialog is taken out of the page, a row hands it to the row in its place,
// and what is left over goes to the page's content. Nothing waits: it acts as soon as the document has changed.
import { noteMovedFocus } from './double-enter.ts'

/** What had the focus, the latest last. What left the page is replaced by its heirs. */
let trail: HTMLElement[] = []
let latest: HTMLElement | null = null

const dialog = '[role=dialog]'
/** What a dialog begins with. */
const mark = 'data-autofocus'
const page = 'main[tabindex]'
const longestTrail = 60

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/** How high a dialog lies; those of one height as they came. */
const levelOf = (element: HTMLElement) => Number(getComputedStyle(element).getPropertyValue('--mb-z-index')) || 0

/** The focus may not leave the dialog that is open on top. */
const topDialog = () =>
  [...document.querySelectorAll<HTMLElement>(dialog)].reduce<HTMLElement | null>(
    (top, each) => (top && levelOf(top) > levelOf(each) ? top : each),
    null,
  )

function take(element: HTMLElement | null): boolean {
  const dialog = topDialog()
  if (!element?.isConnected || (dialog && !dialog.contains(element))) return false
  element.focus({ preventScroll: true })
  if (document.activeElement !== element) return false
  noteMovedFocus(element)
  return true
}

/** The element at the same place in another row. */
function counterpart(element: Element, row: Element, other: Element): Element | undefined {
  if (element === row) return other
  const { parentElement: parent } = element
  const place = parent ? [...parent.children].indexOf(element) : -1
  return parent ? counterpart(parent, row, other)?.children[place] : undefined
}

interface Removal {
  /** What was taken out of the document. */
  branch: Element
  from: Element
  neighbour: Element | null
}

/** How an element left the document. */
function removalOf(element: Node, records: readonly MutationRecord[]): Removal | null {
  const found = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)))
  const branch = [...(found?.removedNodes ?? [])].find((node) => node.contains(element))
  if (!found || !(branch instanceof Element) || !(found.target instanceof Element)) return null
  const others = records.filter((record) => record !== found)
  if (!found.target.isConnected) return removalOf(found.target, others)
  const siblings = [found.nextSibling, found.previousSibling]
  const neighbour = siblings.find((node) => node instanceof Element && node.parentElement === found.target)
  return { branch, from: found.target, neighbour: neighbour instanceof Element ? neighbour : null }
}

/** Who may have the focus of an element that left, the best last: what holds its place, and before it what held it. */
function heirsOf(element: HTMLElement, records: readonly MutationRecord[]): HTMLElement[] {
  // Its branch is whole: a dialog in it is gone with it, and leaves the focus to whoever had it before.
  if (element.closest(dialog)) return []
  const removal = removalOf(element, records)
  if (!removal) return []
  const { branch, from, neighbour } = removal
  const holders: Element[] = []
  for (let holder: Element | null = from; holder; holder = holder.parentElement) holders.unshift(holder)
  const heir = neighbour && branch.matches('li, tr') ? counterpart(element, branch, neighbour) : undefined
  // A dialog as a whole hears no key of its form: a field of it that had the focus before goes ahead.
  const heard = holders.filter((holder) => holder.matches('[tabindex]') && !holder.matches(dialog))
  return [...heard, ...(heir ? [heir] : [])].filter((each) => each instanceof HTMLElement)
}

/** What a new dialog begins with has the focus before any key can reach what lies below it. */
function begin(records: readonly MutationRecord[]): void {
  for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof Element)) continue
    const opened = node.matches(dialog) ? node : node.querySelector(dialog)
    take((opened ?? awaitedIn(node))?.querySelector<HTMLElement>(`[${mark}]`) ?? null)
  }
}

/** What the dialog on top waited for, where the focus is still as its trap had to leave it: at the cross, or nowhere. */
function awaitedIn(node: Element): Element | null {
  const holder = node.closest(dialog)
  const untouched = isNowhere() || document.activeElement === holder?.querySelector('button')
  return holder && holder === topDialog() && untouched ? node : null
}

function settle(records: readonly MutationRecord[]): void {
  begin(records)
  trail = trail.flatMap((element) => (element.isConnected ? element : heirsOf(element, records)))
  if (latest === null || latest.isConnected || !isNowhere()) return
  if (!trail.findLast(take)) take(topDialog() ?? document.querySelector<HTMLElement>(page))
}

/** A dialog's focus trap focuses this mark a moment later, and once more: where a key came in between, it goes with the focus. */
function moveMark(target: HTMLElement): void {
  const marked = target.closest(dialog)?.querySelector(`[${mark}]`)
  if (!marked || marked === target) return
  marked.removeAttribute(mark)
  target.setAttribute(mark, 'true')
}

function follow({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return
  moveMark(target)
  latest = target
  trail = [...trail.filter((element) => element !== target), target].slice(-longestTrail)
}

/** Begins, once, before the application is drawn. */
export function keepFocus(): void {
  document.addEventListener('focusin', follow)
  new MutationObserver(settle).observe(document.body, { childList: true, subtree: true })
}

/** To the page's content: for what leads to another page and closes by itself. */
export const focusPage = (): boolean => take(document.querySelector<HTMLElement>(page))
