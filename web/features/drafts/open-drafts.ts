// Drafts open in this tab, and parked ones.
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { Owner } from '../../api/outbox.ts'
import { readToken } from '../../api/token.ts'
import { readSubject } from '../../api/token-subject.ts'
import { toast } from '../../kit/toast.ts'
import { useSignedIn } from '../../session/session.tsx'
import type { DraftKind, DraftLine } from './draft-lines.ts'
import { type Draft, draftsRevision, forgetDraft, listDrafts, serverMillis, storeDraft, watchDrafts } from './drafts.ts'
import { thisTab } from './this-tab.ts'

export function useOwner(): Owner {
  const { user } = useSignedIn()
  // The owner stays the same if the same user logs in again.
  const [gym] = useState(() => readSubject(readToken())?.id_gym ?? 0)
  return useMemo(() => ({ gym, user: user.id }), [gym, user.id])
}

export const emptyDraft = (kind: DraftKind): Draft => ({
  id: Math.random().toString(36).slice(2, 14),
  kind,
  partner: undefined,
  lines: [],
  at: serverMillis(),
  tab: thisTab(),
})

export type AddLines = (lines: readonly DraftLine[]) => DraftLine[]

/** Functions that add lines to the dialog open in this tab, by draft kind. */
export const openDialogs = new Map<DraftKind, (add: AddLines) => void>()

/** Drafts filled on purpose before their dialog opens, which announces no recovery for them. */
const handed = new Set<string>()

export const isOpenHere = ({ tab }: Draft): boolean => tab === thisTab()

/** This tab's unsent drafts: the dialog shows them one after another. */
export const openHere = (owner: Owner, kind: DraftKind): Draft[] =>
  listDrafts(owner, kind).filter((draft) => isOpenHere(draft) && !draft.sent)

/** True if this tab has an unsent draft, for example after a reload. */
export const hasDraft = (owner: Owner, kind: DraftKind): boolean => openHere(owner, kind).length > 0

/** Draft for a new dialog: this tab's first unsent one, or a new one. `recovered`: it is from before a reload. */
export function draftToOpen(owner: Owner, kind: DraftKind): { draft: Draft; recovered: boolean } {
  const [found] = openHere(owner, kind)
  return { draft: found ?? emptyDraft(kind), recovered: found !== undefined && !handed.has(found.id) }
}

/** Adds lines to the open dialog or the next one; while a draft is being sent, to the next draft. */
export function beginDraft(owner: Owner, kind: DraftKind, add: AddLines): void {
  const write = openDialogs.get(kind)
  if (write) {
    write(add)
    return
  }
  const draft = openHere(owner, kind)[0] ?? emptyDraft(kind)
  handed.add(draft.id)
  storeDraft(owner, { ...draft, lines: add(draft.lines), at: serverMillis() })
}

/** Moves a parked draft into this tab; other tabs close it. */
export function resumeDraft(owner: Owner, draft: Draft): void {
  handed.add(draft.id)
  storeDraft(owner, { ...draft, sent: undefined, tab: thisTab() })
}

/** Deletes the draft; the toast's undo parks it again. */
export function discardDraft(owner: Owner, draft: Draft, told: string): void {
  forgetDraft(owner, draft)
  const undo = () => storeDraft(owner, { ...draft, sent: undefined, tab: null })
  toast.success(told, null, { label: 'Deshacer', run: undo })
}

/** Parked drafts, neither open here nor being sent. */
export function useWaitingDrafts(kind: DraftKind): { owner: Owner; waiting: readonly Draft[] } {
  const owner = useOwner()
  const revision = useSyncExternalStore(watchDrafts, draftsRevision)
  const { gym, user } = owner
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision says that what is read is another.
  const waiting = useMemo(
    () => listDrafts({ gym, user }, kind).filter((draft) => !isOpenHere(draft) || draft.sent),
    [gym, user, kind, revision],
  )
  return { owner, waiting }
}
