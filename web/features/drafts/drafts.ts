// Sales and purchases that are being written, in local storage from their first line on: one entry each, by person and
// gym. A reload or a crash of the tab finds them again, and one that is left half done waits to be taken up.
import { isUnderWay, type Owner, watchPending } from '../../api/pending-send.ts'
import { now } from '../../api/server-clock.ts'
import { oldestFirst, storedEntries } from '../../api/stored-entries.ts'
import type { MembershipChoice } from '../memberships/TicketMembership.tsx'
import type { Paying } from '../paying/paying.ts'
import type { DraftKind, DraftLine } from './draft-lines.ts'

/** Who buys, or who is bought from; no more of a person is kept on the counter's computer. */
export interface Partner {
  id: number
  name: string
}

export interface Draft {
  id: string
  kind: DraftKind
  /** Undefined where nobody was asked for yet. */
  partner: Partner | null | undefined
  lines: readonly DraftLine[]
  /** What was chosen of a membership that is sold with them. */
  membership?: MembershipChoice | undefined
  /** What the client hands over, as it is typed. */
  received?: string | undefined
  /** By what it is paid, and in which parts. */
  paying?: Omit<Paying, 'received'> | undefined
  /** When it was last changed, in milliseconds since 1970 by the server's clock. */
  at: number
  /** The tab in which it is open; null while it waits. */
  tab: string | null
  /** The key of the call with which it was sent. */
  sent?: string | undefined
}

const prefix = 'draft:'
/** A draft that has waited for a day is deleted. */
const longestWait = 86_400_000

export const draftName = (owner: Owner, { id }: Pick<Draft, 'id'>): string => `${folderOf(owner)}${id}`
const folderOf = ({ gym, user }: Owner) => `${prefix}${gym}:${user}:`

const stored = storedEntries<Draft>(
  prefix,
  ({ id, at, lines }) => typeof id === 'string' && typeof at === 'number' && Array.isArray(lines),
)

/** Deletes the drafts of anybody that are too old or cannot be read. */
function sweep(): void {
  for (const name of stored.namesIn()) {
    const draft = stored.readAt(name)
    if (!draft || serverMillis() - draft.at >= longestWait) localStorage.removeItem(name)
  }
}

/** This person's drafts in this gym, the oldest first, without those that are being sent. */
export function draftsOf(owner: Owner, kind: DraftKind): Draft[] {
  sweep()
  return stored
    .readIn(folderOf(owner))
    .filter((draft) => draft.kind === kind && !(draft.sent && isUnderWay(owner, draft.sent)))
    .sort(oldestFirst)
}

/** The server's clock, for a draft's `at`. */
export const serverMillis = (): number => now().getTime()

/** Writes it as it is now; one without lines is not worth keeping. */
export function storeDraft(owner: Owner, draft: Draft): void {
  const name = draftName(owner, draft)
  const partner = draft.partner && { id: draft.partner.id, name: draft.partner.name }
  if (draft.lines.length === 0) stored.forget(name)
  // Where storage is full or forbidden the sale is made all the same, only a reload would lose it.
  else stored.keep(name, { ...draft, partner })
}

export const forgetDraft = (owner: Owner, draft: Pick<Draft, 'id'>): void => stored.forget(draftName(owner, draft))

/** Grows with each change, of other tabs too, and of what is being sent. */
export const draftsRevision = stored.revision

/**
 * Calls back with each entry that another tab wrote, as it was then, or null where it was deleted; no name: all were.
 * A tab that slept hears all entries one after the other, long after the last was written.
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
  // One for all would do; one each is as right, and nobody has to count.
  const unwatchPending = watchPending(stored.announce)
  return () => {
    unwatchPending()
    unwatch()
  }
}
