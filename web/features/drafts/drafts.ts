// Sales and purchases that are being written, stored in local storage from their first line on: one entry each, by person and gym. They
// survive a reload or a crash of the tab; one that is left unfinished waits to be resumed.
import { isUnderWay, type Owner, watchPending } from '../../api/pending-send.ts'
import { now } from '../../api/server-clock.ts'
import type { MembershipChoice } from '../memberships/TicketMembership.tsx'
import type { Paying } from '../paying/paying.ts'
import type { DraftKind, DraftLine } from './draft-lines.ts'

/** The client or the supplier; nothing else of a person is stored on the counter's computer. */
export interface Partner {
  id: number
  name: string
}

export interface Draft {
  id: string
  kind: DraftKind
  /** Null: nobody in particular; undefined: not chosen yet. */
  partner: Partner | null | undefined
  lines: readonly DraftLine[]
  /** A membership that is sold on the same ticket. */
  membership?: MembershipChoice | undefined
  /** The amount of cash that the client hands over, as typed. */
  received?: string | undefined
  /** The payment kinds and their parts. */
  paying?: Omit<Paying, 'received'> | undefined
  /** When it was last changed, in milliseconds since 1970 by the server's clock. */
  at: number
  /** The tab in which it is open; null while it waits. */
  tab: string | null
  /** The idempotency key of the call with which it was sent. */
  sent?: string | undefined
}

const prefix = 'draft:'
/** Milliseconds: a draft that has waited for a day is deleted. */
const longestWait = 86_400_000

export const draftName = (owner: Owner, { id }: Pick<Draft, 'id'>): string => `${folderOf(owner)}${id}`
const folderOf = ({ gym, user }: Owner) => `${prefix}${gym}:${user}:`
const listeners = new Set<() => void>()
let revision = 0

function announce(): void {
  revision += 1
  for (const listener of listeners) listener()
}

function read(text: string | null): Draft | null {
  try {
    const draft: Partial<Draft> | null = JSON.parse(text ?? 'null')
    const whole = typeof draft?.id === 'string' && typeof draft.at === 'number' && Array.isArray(draft.lines)
    return whole ? (draft as Draft) : null // the rest is written by storeDraft alone
  } catch {
    return null
  }
}

/** Deletes drafts, of whatever person, that are too old or cannot be read. */
function sweep(): void {
  for (const name of Object.keys(localStorage).filter((each) => each.startsWith(prefix))) {
    const draft = read(localStorage.getItem(name))
    if (!draft || serverMillis() - draft.at >= longestWait) localStorage.removeItem(name)
  }
}

/** This person's drafts in this gym, the oldest first, without those that are being sent. */
export function draftsOf(owner: Owner, kind: DraftKind): Draft[] {
  sweep()
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(folderOf(owner)))
    .map((name) => read(localStorage.getItem(name)))
    .filter((draft) => draft !== null)
    .filter((draft) => draft.kind === kind && !(draft.sent && isUnderWay(owner, draft.sent)))
    .sort((one, other) => one.at - other.at)
}

/** The server's present time in milliseconds since 1970, for a draft's `at`. */
export const serverMillis = (): number => now().getTime()

/** Stores the draft; one without lines is deleted. */
export function storeDraft(owner: Owner, draft: Draft): void {
  const name = draftName(owner, draft)
  const partner = draft.partner && { id: draft.partner.id, name: draft.partner.name }
  try {
    if (draft.lines.length === 0) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify({ ...draft, partner }))
  } catch {
    // Storage is full or forbidden: the bill can still be sent, but a reload would lose it.
    return
  }
  announce()
}

export function forgetDraft(owner: Owner, draft: Pick<Draft, 'id'>): void {
  localStorage.removeItem(draftName(owner, draft))
  announce()
}

/** A counter that grows with each change of drafts, or of unanswered calls, in any tab: the snapshot for useSyncExternalStore. */
export const draftsRevision = (): number => revision

/**
 * Calls back with each draft that another tab wrote, or null where it deleted it; `name` null: storage was cleared. A tab that was
 * suspended gets all these events in turn, long after the last write.
 */
export function watchOtherTabs(listener: (name: string | null, theirs: Draft | null) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) listener(key, read(newValue))
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

export function watchDrafts(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith(prefix)) announce()
  }
  // One storage listener for all watchers would do, but would need a reference count.
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  const unwatch = watchPending(() => announce())
  return () => {
    unwatch()
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
