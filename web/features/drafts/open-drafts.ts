// The drafts that are open in this tab, and those that wait.
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
  // The owner stays the same while a session that ended is begun again by the same person.
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

/** Ids of drafts that got lines on purpose before their dialog opened: the dialog does not announce them as recovered. */
const handed = new Set<string>()

export const isOpenHere = ({ tab }: Draft): boolean => tab === thisTab()

/** The unsent drafts of this tab: a dialog shows the first, later ones follow it. */
export const openHere = (owner: Owner, kind: DraftKind): Draft[] =>
  listDrafts(owner, kind).filter((draft) => isOpenHere(draft) && !draft.sent)

/** True if this tab has an unsent draft, as after a reload. */
export const hasDraft = (owner: Owner, kind: DraftKind): boolean => openHere(owner, kind).length > 0

/** The draft that a dialog opens with: the tab's first unsent one, or a new one. `recovered`: it is from before a reload. */
export function draftToOpen(owner: Owner, kind: DraftKind): { draft: Draft; recovered: boolean } {
  const [found] = openHere(owner, kind)
  return { draft: found ?? emptyDraft(kind), recovered: found !== undefined && !handed.has(found.id) }
}

/** Adds lines to the open dialog, or stores them for the one that is about to open; while a draft is being sent, for the next one. */
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

/** Moves a waiting draft into this tab; any other tab closes it. */
export function resumeDraft(owner: Owner, draft: Draft): void {
  handed.add(draft.id)
  storeDraft(owner, { ...draft, sent: undefined, tab: thisTab() })
}

/** Deletes the draft; the toast's undo stores it again as a waiting one. */
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
    () => listDrafts({ gym, user }, kind).filter((draft) => !isOpenHere(draft) || draft.sent),
    [gym, user, kind, revision],
  )
  return { owner, waiting }
}
