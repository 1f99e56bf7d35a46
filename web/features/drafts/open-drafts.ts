// Keeps the drafts of this tab in memory, and those of all tabs in local storage, one entry each, by user and gym. They
// survive a reload or a crash, and an unfinished one can be resumed later.
import { useMemo, useState, useSyncExternalStore } from 'react'
import { compareByTime, makeLocalEntries } from '../../api/local-storage-entries.ts'
import { type GymUserIds, getOutboxRevision, isCallPending, watchOutbox } from '../../api/outbox.ts'
import { now } from '../../api/server-clock.ts'
import { readToken } from '../../api/session-token.ts'
import { readTokenSubject } from '../../api/token-subject.ts'
import { makeStore } from '../../kit/store.ts'
import { toast } from '../../kit/toast.ts'
import { useSignedInUser } from '../../session/session.tsx'
import {
  type Draft,
  type DraftAction,
  type DraftLineAdder,
  type DraftQueue,
  isDraftEditable,
  reduceDrafts,
} from './draft.ts'
import type { DraftKind } from './draft-lines.ts'

// Id of this tab, which survives reloads. It is in session storage only while the tab is hidden or unloading:
// duplicating a tab copies the session storage of a visible tab, and the copy must get an id of its own.
const tabKey = 'tab'
const thisTab = sessionStorage.getItem(tabKey) ?? Math.random().toString(36).slice(2, 12)
const keepTab = () => sessionStorage.setItem(tabKey, thisTab)
const keepTabIfHidden = () => (document.visibilityState === 'hidden' ? keepTab() : sessionStorage.removeItem(tabKey))
keepTabIfHidden()
window.addEventListener('pageshow', keepTabIfHidden)
document.addEventListener('visibilitychange', keepTabIfHidden)
window.addEventListener('pagehide', keepTab)

export function useDraftOwner(): GymUserIds {
  const { user } = useSignedInUser()
  // The gym is read once, so that the owner stays the same if the same user logs in again.
  const [gym] = useState(() => readTokenSubject(readToken())?.id_gym ?? 0)
  return useMemo(() => ({ gym, user: user.id }), [gym, user.id])
}

const prefix = 'draft:'
/** Lifetime of a draft in milliseconds: one day. */
const longestWait = 86_400_000

const folderOf = ({ gym, user }: GymUserIds) => `${prefix}${gym}:${user}:`
export const makeDraftKey = (owner: GymUserIds, { id }: Pick<Draft, 'id'>): string => `${folderOf(owner)}${id}`

const stored = makeLocalEntries<Draft>(
  prefix,
  ({ id, at, lines }) => typeof id === 'string' && typeof at === 'number' && Array.isArray(lines),
)

const serverMillis = (): number => now().getTime()

function sweep(): void {
  for (const name of stored.namesIn()) {
    const draft = stored.readAt(name)
    const [gym, user] = name.slice(prefix.length).split(':').map(Number)
    const isSending = draft?.sent && isCallPending({ gym: gym ?? 0, user: user ?? 0 }, draft.sent)
    if (!draft || (!isSending && serverMillis() - draft.at >= longestWait)) localStorage.removeItem(name)
  }
}

/** The user's drafts in this gym, oldest first, without those being sent. */
function listDrafts(owner: GymUserIds, kind: DraftKind): Draft[] {
  sweep()
  return stored
    .readIn(folderOf(owner))
    .filter((draft) => draft.kind === kind && !(draft.sent && isCallPending(owner, draft.sent)))
    .sort(compareByTime)
}

/** Stores the draft, or deletes it if it has no lines. */
function storeDraft(owner: GymUserIds, draft: Draft): void {
  const name = makeDraftKey(owner, draft)
  const partner = draft.partner && { id: draft.partner.id, name: draft.partner.name }
  if (draft.lines.length === 0) stored.forget(name)
  else if (!stored.keep(name, { ...draft, partner }) && draft.sent) {
    // Storage is full. The entry without the idempotency key could be sold twice, so it is deleted first.
    stored.forget(name)
    stored.keep(name, { ...draft, partner })
  }
  // If storage is full or forbidden, the bill can still be sent but does not survive a reload.
}

/** Drafts that a dialog of this tab shows or will show, by user and kind. */
const queues = makeStore<Readonly<Record<string, DraftQueue | undefined>>>({})
const queueName = (owner: GymUserIds, kind: DraftKind) => folderOf(owner) + kind
const setQueue = (owner: GymUserIds, kind: DraftKind, queue: DraftQueue | undefined) =>
  queues.set({ ...queues.read(), [queueName(owner, kind)]: queue })

/** Drafts of this tab in memory; undefined before the first draft, and after the dialog was closed. */
export const readDraftQueue = (owner: GymUserIds, kind: DraftKind): DraftQueue | undefined =>
  queues.read()[queueName(owner, kind)]
export const watchDraftQueues = queues.watch

const listOwnDrafts = (owner: GymUserIds, kind: DraftKind): DraftQueue =>
  listDrafts(owner, kind).filter(({ tab, sent }) => tab === thisTab && !sent)

/** False if storage is full or forbidden, so that drafts exist in memory only. */
function isStorable(owner: GymUserIds, draft: Draft): boolean {
  const name = `${makeDraftKey(owner, draft)}:room`
  const isKept = stored.keep(name, draft)
  localStorage.removeItem(name)
  return isKept
}

/** Drafts for a dialog that opens. Drafts in memory that another tab has taken over or deleted are left out. */
export function readResumableDrafts(owner: GymUserIds, kind: DraftKind): { queue: DraftQueue; isRecovered: boolean } {
  const own = listOwnDrafts(owner, kind)
  const begun = readDraftQueue(owner, kind)?.filter(
    (draft) => own.some(({ id }) => id === draft.id) || !isStorable(owner, draft),
  )
  return begun ? { queue: begun, isRecovered: false } : { queue: own, isRecovered: own.length > 0 }
}

/** True if this tab has an unsent draft, for example after a reload. */
export const hasUnsentDraft = (owner: GymUserIds, kind: DraftKind): boolean => listOwnDrafts(owner, kind).length > 0

export const makeEmptyDraft = (kind: DraftKind): Draft => ({
  id: Math.random().toString(36).slice(2, 14),
  kind,
  partner: undefined,
  lines: [],
  at: serverMillis(),
  tab: thisTab,
})

/** The only way to change a draft of this tab: applies the action and stores the changed drafts. */
export function dispatchDraftAction(owner: GymUserIds, kind: DraftKind, action: DraftAction): void {
  const before = readDraftQueue(owner, kind) ?? listOwnDrafts(owner, kind)
  const after = reduceDrafts(before, action, serverMillis())
  setQueue(owner, kind, after)
  // A draft with `tab` null belongs to another tab, so it is not overwritten in storage.
  for (const draft of after) if (draft.tab !== null && !before.includes(draft)) storeDraft(owner, draft)
}

/** Stores the drafts of an open dialog again with the current time, after another tab deleted them. */
export const restoreDraftQueue = (owner: GymUserIds, kind: DraftKind, queue: DraftQueue): void =>
  openDraftQueue(
    owner,
    kind,
    queue.map((draft) => ({ ...draft, at: serverMillis() })),
  )

/** Puts the drafts into memory and stores them again. */
export function openDraftQueue(owner: GymUserIds, kind: DraftKind, queue: DraftQueue): void {
  setQueue(owner, kind, queue)
  for (const draft of queue.filter(isDraftEditable)) storeDraft(owner, draft)
}

export function parkDraftQueue(owner: GymUserIds, kind: DraftKind): number {
  const parked = (readDraftQueue(owner, kind) ?? []).filter((draft) => isDraftEditable(draft) && draft.lines.length > 0)
  setQueue(owner, kind, undefined)
  for (const draft of parked) storeDraft(owner, { ...draft, tab: null, at: serverMillis() })
  return parked.length
}

/** Adds lines to the first draft, even before its dialog opens; while it is being sent, to the next draft. */
export const addLinesToDraft = (owner: GymUserIds, kind: DraftKind, add: DraftLineAdder): void =>
  dispatchDraftAction(owner, kind, { type: 'add', add, empty: makeEmptyDraft(kind) })

/** Moves a parked draft into this tab; other tabs that show it close their dialog. */
export const resumeDraft = (owner: GymUserIds, draft: Draft): void =>
  dispatchDraftAction(owner, draft.kind, { type: 'resume', draft, tab: thisTab })

/** Deletes the stored draft; undo in the toast parks it again. */
export function discardDraft(owner: GymUserIds, draft: Draft, notice: string): void {
  storeDraft(owner, { ...draft, lines: [] })
  const undo = () => storeDraft(owner, { ...draft, sent: undefined, tab: null })
  toast.success(notice, null, { label: 'Deshacer', run: undo })
}

/** Reports changes of drafts by other tabs; `name` is null if storage was cleared. A suspended tab gets events late. */
export function watchDraftsOfOtherTabs(
  listener: (changed: { name: string | null; isDeleted: boolean; isTaken: boolean }) => void,
): () => void {
  const isOwn = (draft: Draft | null) => draft !== null && draft.tab === thisTab && draft.sent === undefined
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== null && !key.startsWith(prefix)) return
    const theirs = stored.read(newValue)
    // Events can arrive late: one is ignored if this tab has taken the draft back in the meantime.
    const isTaken = theirs !== null && !isOwn(theirs) && !(key !== null && isOwn(stored.readAt(key)))
    listener({ name: key, isDeleted: theirs === null, isTaken })
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Parked drafts of all tabs that are neither open in this tab nor being sent. */
export function useParkedDrafts(kind: DraftKind): { owner: GymUserIds; waiting: readonly Draft[] } {
  const owner = useDraftOwner()
  useSyncExternalStore(stored.watch, stored.revision)
  useSyncExternalStore(watchOutbox, getOutboxRevision)
  return { owner, waiting: listDrafts(owner, kind).filter(({ tab, sent }) => tab !== thisTab || sent) }
}
