// Sales and purchases that are being written, in local storage from their first line on: one entry each, by person and
// gym. A reload or a crash of the tab finds them again, and one that is left half done waits to be taken up.
import type { Owner } from '../../api/pending-send.ts'
import type { DraftKind, DraftLine } from './draft-lines.ts'

/** Who buys, or who is bought from, as it was picked; undefined where nobody was asked for yet. */
export interface Partner {
  id: number
  name: string
}

export interface Draft<With extends Partner = Partner> {
  id: string
  kind: DraftKind
  partner: With | null | undefined
  lines: readonly DraftLine[]
  /** When it was last changed, in milliseconds since 1970. */
  at: number
  /** The tab in which it is open; null while it waits. */
  tab: string | null
}

const prefix = 'draft:'
/** What has waited for a day is nobody's any more. */
const longestWait = 86_400_000

const folderOf = ({ gym, user }: Owner) => `${prefix}${gym}:${user}:`
const listeners = new Set<() => void>()
let revision = 0

function announce(): void {
  revision += 1
  for (const listener of listeners) listener()
}

/** This tab, over its reloads. */
export function thisTab(): string {
  const known = sessionStorage.getItem('tab')
  if (known) return known
  const made = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
  sessionStorage.setItem('tab', made)
  return made
}

function read(text: string | null): Draft | null {
  try {
    const draft: Partial<Draft> | null = JSON.parse(text ?? 'null')
    const whole = typeof draft?.id === 'string' && typeof draft.at === 'number' && Array.isArray(draft.lines)
    return whole ? (draft as Draft) : null // the rest is written by keepDraft alone
  } catch {
    return null
  }
}

/** This person's drafts in this gym, the oldest first. */
export function draftsOf(owner: Owner, kind: DraftKind, now = Date.now()): Draft[] {
  const folder = folderOf(owner)
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(folder))
    .map((name) => read(localStorage.getItem(name)))
    .filter((draft) => draft !== null)
    .filter((draft) => draft.kind === kind && now - draft.at < longestWait)
    .sort((one, other) => one.at - other.at)
}

/** Writes it as it is now; one without lines is not worth keeping. */
export function keepDraft(owner: Owner, draft: Draft): void {
  const name = `${folderOf(owner)}${draft.id}`
  try {
    if (draft.lines.length === 0) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(draft))
  } catch {
    // Storage is full or forbidden: the sale is made all the same, only a reload would lose it.
  }
  announce()
}

export function forgetDraft(owner: Owner, { id }: Pick<Draft, 'id'>): void {
  localStorage.removeItem(`${folderOf(owner)}${id}`)
  announce()
}

export const readDraft = (owner: Owner, { id }: Pick<Draft, 'id'>): Draft | null =>
  read(localStorage.getItem(`${folderOf(owner)}${id}`))

/** Grows with each change, of other tabs too. */
export const draftsRevision = (): number => revision

export function watchDrafts(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith(prefix)) announce()
  }
  // One for all would do; one each is as right, and nobody has to count.
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
