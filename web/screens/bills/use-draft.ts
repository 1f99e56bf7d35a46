// The sale or purchase that is being written in this tab.
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Owner } from '../../api/pending-send.ts'
import { readToken } from '../../api/token.ts'
import { readSubject } from '../../api/token-subject.ts'
import { toast } from '../../kit/toast.ts'
import { useSignedIn } from '../../session/session.tsx'
import type { DraftKind, DraftLine } from './draft-lines.ts'
import {
  type Draft,
  draftsOf,
  draftsRevision,
  forgetDraft,
  keepDraft,
  type Partner,
  readDraft,
  thisTab,
  watchDrafts,
} from './drafts.ts'

export function useOwner(): Owner {
  const { user } = useSignedIn()
  // Whose it is stays, also while a session that ended is begun again.
  const [gym] = useState(() => readSubject(readToken() ?? '')?.id_gym ?? 0)
  return { gym, user: user.id }
}

const parkedTexts = { sale: 'La venta quedó en espera', purchase: 'La compra quedó en espera' }

const emptyDraft = (kind: DraftKind): Draft => ({
  id: `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`,
  kind,
  partner: undefined,
  lines: [],
  at: Date.now(),
  tab: thisTab(),
})

/** The one whose dialog is open here, with lines or without. */
const shownHere = new Map<DraftKind, string>()

/** What was put into a draft before its dialog opened: it is no news there. */
const handed = new Set<string>()

const openHere = (owner: Owner, kind: DraftKind) => draftsOf(owner, kind).find(({ tab }) => tab === thisTab())

/** Whether one was open in this tab when its page went away. */
export const hasDraft = (owner: Owner, kind: DraftKind): boolean => openHere(owner, kind) !== undefined

/** Lines for the dialog that is about to open here, or that is open already. */
export function beginDraft(owner: Owner, kind: DraftKind, add: (lines: readonly DraftLine[]) => DraftLine[]): void {
  const empty = emptyDraft(kind)
  const draft = openHere(owner, kind) ?? { ...empty, id: shownHere.get(kind) ?? empty.id }
  handed.add(draft.id)
  keepDraft(owner, { ...draft, lines: add(draft.lines), at: Date.now() })
}

/** A waiting one is opened in this tab, and nowhere else any more. */
export function takeUp(owner: Owner, draft: Draft): void {
  handed.add(draft.id)
  keepDraft(owner, { ...draft, tab: thisTab() })
}

/** All that are not open in this tab. */
export function useWaiting(kind: DraftKind): { owner: Owner; waiting: readonly Draft[] } {
  const owner = useOwner()
  const revision = useSyncExternalStore(watchDrafts, draftsRevision)
  const { gym, user } = owner
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision says that what is read is another.
  const waiting = useMemo(
    () => draftsOf({ gym, user }, kind).filter(({ tab }) => tab !== thisTab()),
    [gym, user, kind, revision],
  )
  return { owner, waiting }
}

export interface OpenDraft<With extends Partner> {
  partner: With | null | undefined
  lines: readonly DraftLine[]
  /** Found again after a reload or a crash. */
  recovered: boolean
  change: (next: Partial<Pick<Draft<With>, 'partner' | 'lines'>>) => void
  /** It is sent: from now on the notice of unanswered calls has it, until it is refused and changed again. */
  release: () => void
}

/** Whatever closes the dialog, Escape or Back, what is written waits. `onTaken`: another tab has it now, or has sold it. */
export function useDraft<With extends Partner>(kind: DraftKind, onTaken: () => void): OpenDraft<With> {
  const owner = useOwner()
  const [begun] = useState(() => {
    const found = openHere(owner, kind)
    return { draft: found ?? emptyDraft(kind), recovered: found !== undefined && !handed.has(found.id) }
  })
  const [draft, setDraft] = useState(begun.draft)
  const latest = useRef(draft)
  const sent = useRef(false)
  const set = (next: Draft) => {
    latest.current = next
    setDraft(next)
  }
  const taken = useRef(onTaken)
  taken.current = onTaken
  // biome-ignore lint/correctness/useExhaustiveDependencies: the owner stays as long as the page does.
  useEffect(() => {
    shownHere.set(kind, begun.draft.id)
    const stop = watchDrafts(() => {
      const stored = readDraft(owner, latest.current)
      if (stored && stored.tab === thisTab()) {
        if (stored.at > latest.current.at) set(stored)
      } else if (latest.current.lines.length > 0 && !sent.current) {
        sent.current = true
        taken.current()
      }
    })
    return () => {
      stop()
      shownHere.delete(kind)
      if (sent.current || latest.current.lines.length === 0) return
      keepDraft(owner, { ...latest.current, tab: null })
      toast.info(parkedTexts[kind], 'Hasta mañana se puede retomar.')
    }
  }, [])
  return {
    // What was kept as this kind was picked for it.
    partner: draft.partner as With | null | undefined,
    lines: draft.lines,
    recovered: begun.recovered,
    change: (next) => {
      sent.current = false
      set({ ...latest.current, ...next, at: Date.now() })
      keepDraft(owner, latest.current)
    },
    release: () => {
      sent.current = true
      forgetDraft(owner, latest.current)
    },
  }
}
