// Sales and purchases that are being written, stored in local storage from their first line on: one entry each, by person and gym. They
// survive a reload or a crash of the tab; one that is left unfinished waits to be resumed.
import { isPending, type Owner, watchOutbox } from '../../api/outbox.ts'
import { now } from '../../api/server-clock.ts'
import { oldestFirst, storedEntries } from '../../api/stored-entries.ts'
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

const stored = storedEntries<Draft>(
  prefix,
  ({ id, at, lines }) => typeof id === 'string' && typeof at === 'number' && Array.isArray(lines),
)

/** Deletes drafts, of whatever person, that are too old or cannot be read. */
function sweep(): void {
  for (const name of stored.namesIn()) {
    const draft = stored.readAt(name)
    const [gym, user] = name.slice(prefix.length).split(':').map(Number)
    const isSending = draft?.sent && isPending({ gym: gym ?? 0, user: user ?? 0 }, draft.sent)
    if (!draft || (!isSending && serverMillis() - draft.at >= longestWait)) localStorage.removeItem(name)
  }
}

/** This person's drafts in this gym, the oldest first, without those that are being sent. */
export function listDrafts(owner: Owner, kind: DraftKind): Draft[] {
  sweep()
  return stored
    .readIn(folderOf(owner))
    .filter((draft) => draft.kind === kind && !(draft.sent && isPending(owner, draft.sent)))
    .sort(oldestFirst)
}

/** The server's present time in milliseconds since 1970, for a draft's `at`. */
export const serverMillis = (): number => now().getTime()

/** Stores the draft; one without lines is deleted. */
export function storeDraft(owner: Owner, draft: Draft): void {
  const name = draftName(owner, draft)
  const partner = draft.partner && { id: draft.partner.id, name: draft.partner.name }
  if (draft.lines.length === 0) stored.forget(name)
  else if (!stored.keep(name, { ...draft, partner }) && draft.sent) {
    // Storage is full. The former text lacks the key of the call and could be sold a second time.
    stored.forget(name)
    stored.keep(name, { ...draft, partner })
  }
  // If storage is full or forbidden, the bill can still be sent but does not survive a reload.
}

export const forgetDraft = (owner: Owner, draft: Pick<Draft, 'id'>): void => stored.forget(draftName(owner, draft))

/** A counter that grows with each change of drafts, or of unanswered calls, in any tab: the snapshot for useSyncExternalStore. */
export const draftsRevision = stored.revision

/**
 * Calls back with each draft that another tab wrote, or null where it deleted it; `name` null: storage was cleared. A tab that was
 * suspended gets all these events in turn, long after the last write.
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
  // One subscription for all watchers would do, but would need a reference count.
  const unwatchOutbox = watchOutbox(stored.announce)
  return () => {
    unwatchOutbox()
    unwatch()
  }
}
