// Drafts of sales and purchases in local storage: one entry each, by user and gym. They survive a reload or a crash; an
// unfinished one waits to be resumed.
import { isPending, type Owner, watchOutbox } from '../../api/outbox.ts'
import { now } from '../../api/server-clock.ts'
import { oldestFirst, storedEntries } from '../../api/stored-entries.ts'
import type { MembershipChoice } from '../memberships/TicketMembership.tsx'
import type { Paying } from '../paying/paying.ts'
import type { DraftKind, DraftLine } from './draft-lines.ts'

/** The client or supplier; no more personal data is stored on the counter's computer. */
export interface Partner {
  id: number
  name: string
}

export interface Draft {
  id: string
  kind: DraftKind
  /** Null: the anonymous one; undefined: not chosen. */
  partner: Partner | null | undefined
  lines: readonly DraftLine[]
  membership?: MembershipChoice | undefined
  /** Cash received, as typed. */
  received?: string | undefined
  paying?: Omit<Paying, 'received'> | undefined
  /** Last change in milliseconds since 1970, server clock. */
  at: number
  /** The tab that edits the draft; null while parked. */
  tab: string | null
  /** Idempotency key of the draft's call, if sent. */
  sent?: string | undefined
}

const prefix = 'draft:'
/** Milliseconds: a draft expires after a day. */
const longestWait = 86_400_000

export const draftName = (owner: Owner, { id }: Pick<Draft, 'id'>): string => `${folderOf(owner)}${id}`
const folderOf = ({ gym, user }: Owner) => `${prefix}${gym}:${user}:`

const stored = storedEntries<Draft>(
  prefix,
  ({ id, at, lines }) => typeof id === 'string' && typeof at === 'number' && Array.isArray(lines),
)

/** Deletes all users' expired or unreadable drafts. */
function sweep(): void {
  for (const name of stored.namesIn()) {
    const draft = stored.readAt(name)
    const [gym, user] = name.slice(prefix.length).split(':').map(Number)
    const isSending = draft?.sent && isPending({ gym: gym ?? 0, user: user ?? 0 }, draft.sent)
    if (!draft || (!isSending && serverMillis() - draft.at >= longestWait)) localStorage.removeItem(name)
  }
}

/** The user's drafts in this gym, oldest first, without those being sent. */
export function listDrafts(owner: Owner, kind: DraftKind): Draft[] {
  sweep()
  return stored
    .readIn(folderOf(owner))
    .filter((draft) => draft.kind === kind && !(draft.sent && isPending(owner, draft.sent)))
    .sort(oldestFirst)
}

/** Server time in milliseconds since 1970, for a draft's `at`. */
export const serverMillis = (): number => now().getTime()

/** Stores the draft, or deletes it if it has no lines. */
export function storeDraft(owner: Owner, draft: Draft): void {
  const name = draftName(owner, draft)
  const partner = draft.partner && { id: draft.partner.id, name: draft.partner.name }
  if (draft.lines.length === 0) stored.forget(name)
  else if (!stored.keep(name, { ...draft, partner }) && draft.sent) {
    // Storage is full. The old text lacks the key and could be sold twice, so it is deleted.
    stored.forget(name)
    stored.keep(name, { ...draft, partner })
  }
  // If storage is full or forbidden, the bill can still be sent but does not survive a reload.
}

export const forgetDraft = (owner: Owner, draft: Pick<Draft, 'id'>): void => stored.forget(draftName(owner, draft))

/** Snapshot for useSyncExternalStore: grows with each change of drafts or unanswered calls in any tab. */
export const draftsRevision = stored.revision

/**
 * Reports drafts written by other tabs, null for a deleted one; `name` null: storage was cleared. A suspended tab gets
 * all events late, in order.
 */
export function watchOtherTabs(listener: (name: string | null, theirs: Draft | null) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) listener(key, stored.read(newValue))
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

export function watchDrafts(listener: () => void): () => void {
  const unwatch = stored.watch(listener)
  // Each watcher subscribes by itself, which avoids a reference count.
  const unwatchOutbox = watchOutbox(stored.announce)
  return () => {
    unwatchOutbox()
    unwatch()
  }
}
