// Which drafts are open in this tab, and which wait.
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { Owner } from '../../api/pending-send.ts'
import { readToken } from '../../api/token.ts'
import { readSubject } from '../../api/token-subject.ts'
import { toast } from '../../kit/toast.ts'
import { useSignedIn } from '../../session/session.tsx'
import type { DraftKind, DraftLine } from './draft-lines.ts'
import { type Draft, draftsOf, draftsRevision, forgetDraft, serverMillis, storeDraft, watchDrafts } from './drafts.ts'
import { thisTab } from './this-tab.ts'

export function useOwner(): Owner {
  const { user } = useSignedIn()
  // The owner stays the same while a session that ended is begun again by the same person.
  const [gym] = useState(() => readSubject(readToken())?.id_gym ?? 0)
  return { gym, user: user.id }
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

/** Where a dialog is open here, with lines or without: writes more of them into it. */
export const openDialogs = new Map<DraftKind, (add: AddLines) => void>()

/** Drafts that got lines before their dialog opened: it does not announce them as recovered. */
const handed = new Set<string>()

export const isOpenHere = ({ tab }: Draft): boolean => tab === thisTab()

/** Those of this tab that are written, not sent: a dialog shows one, and what comes meanwhile is the next. */
export const openHere = (owner: Owner, kind: DraftKind): Draft[] =>
  draftsOf(owner, kind).filter((draft) => isOpenHere(draft) && !draft.sent)

/** Whether one was open in this tab when its page went away. */
export const hasDraft = (owner: Owner, kind: DraftKind): boolean => openHere(owner, kind).length > 0

/** What the dialog that opens here shows; `recovered` where nobody put it there. */
export function draftToOpen(owner: Owner, kind: DraftKind): { draft: Draft; recovered: boolean } {
  const [found] = openHere(owner, kind)
  return { draft: found ?? emptyDraft(kind), recovered: found !== undefined && !handed.has(found.id) }
}

/** Lines for the dialog that is about to open here, or that is open already; while that one is sent, for the next. */
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

/** A waiting one is opened in this tab, and nowhere else any more. */
export function resumeDraft(owner: Owner, draft: Draft): void {
  handed.add(draft.id)
  storeDraft(owner, { ...draft, sent: undefined, tab: thisTab() })
}

/** Discards the draft; the toast offers to take that back, and then the draft waits. */
export function discardDraft(owner: Owner, draft: Draft, told: string): void {
  forgetDraft(owner, draft)
  const undo = () => storeDraft(owner, { ...draft, sent: undefined, tab: null })
  toast.success(told, null, { label: 'Deshacer', run: undo })
}

/** The drafts that are neither open in this tab nor being sent by any. */
export function useWaitingDrafts(kind: DraftKind): { owner: Owner; waiting: readonly Draft[] } {
  const owner = useOwner()
  const revision = useSyncExternalStore(watchDrafts, draftsRevision)
  const { gym, user } = owner
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision says that what is read is another.
  const waiting = useMemo(
    () => draftsOf({ gym, user }, kind).filter((draft) => !isOpenHere(draft) || draft.sent),
    [gym, user, kind, revision],
  )
  return { owner, waiting }
}
