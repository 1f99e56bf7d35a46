// The sale or purchase that is being written in this tab.

import type { Product } from '@torniquete/contract/products.ts'
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import type { Owner } from '../../api/pending-send.ts'
import { readToken } from '../../api/token.ts'
import { readSubject } from '../../api/token-subject.ts'
import { toast } from '../../kit/toast.ts'
import { useHeldWork } from '../../kit/unsaved.ts'
import { useSignedIn } from '../../session/session.tsx'
import { addProduct, type DraftKind, type DraftLine } from './draft-lines.ts'
import {
  type Draft,
  draftName,
  draftsOf,
  draftsRevision,
  keepDraft,
  type Partner,
  readDraft,
  thisTab,
  waitingPlace,
  watchDrafts,
} from './drafts.ts'

export function useOwner(): Owner {
  const { user } = useSignedIn()
  // Whose it is stays, also while a session that ended is begun again.
  const [gym] = useState(() => readSubject(readToken() ?? '')?.id_gym ?? 0)
  return { gym, user: user.id }
}

const texts = {
  sale: {
    parked: 'La venta quedó en espera',
    next: 'Se agregó a la venta siguiente',
    refused: 'La venta no se registró',
  },
  purchase: {
    parked: 'La compra quedó en espera',
    next: 'Se agregó a la compra siguiente',
    refused: 'La compra no se registró',
  },
}

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

/** Those of this tab that are written, not sent: a dialog shows one, and what comes meanwhile is the next. */
const openHere = (owner: Owner, kind: DraftKind) =>
  draftsOf(owner, kind).filter(({ tab, sent }) => tab === thisTab() && !sent)

/** Whether one was open in this tab when its page went away. */
export const hasDraft = (owner: Owner, kind: DraftKind): boolean => openHere(owner, kind).length > 0

/** Lines for the dialog that is about to open here, or that is open already; while that one is sent, for the next. */
export function beginDraft(owner: Owner, kind: DraftKind, add: (lines: readonly DraftLine[]) => DraftLine[]): void {
  const empty = emptyDraft(kind)
  const draft = openHere(owner, kind)[0] ?? { ...empty, id: shownHere.get(kind) ?? empty.id }
  handed.add(draft.id)
  keepDraft(owner, { ...draft, lines: add(draft.lines), at: Date.now() })
}

/** A waiting one is opened in this tab, and nowhere else any more. */
export function takeUp(owner: Owner, draft: Draft): void {
  handed.add(draft.id)
  keepDraft(owner, { ...draft, sent: undefined, tab: thisTab() })
}

/** All that are not open in this tab, nor being sent in any. */
export function useWaiting(kind: DraftKind): { owner: Owner; waiting: readonly Draft[] } {
  const owner = useOwner()
  const revision = useSyncExternalStore(watchDrafts, draftsRevision)
  const { gym, user } = owner
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision says that what is read is another.
  const waiting = useMemo(
    () => draftsOf({ gym, user }, kind).filter(({ tab, sent }) => tab !== thisTab() || sent),
    [gym, user, kind, revision],
  )
  return { owner, waiting }
}

export type ChangeLines = (change: (lines: readonly DraftLine[]) => DraftLine[]) => void

/** How a draft is sent: a key of its own, and where it is kept until it is done. */
export interface Sent {
  idempotencyKey: string
  draft: string
}

export interface OpenDraft {
  id: string
  partner: Partner | null | undefined
  lines: readonly DraftLine[]
  /** Found again after a reload or a crash. */
  recovered: boolean
  /** Does nothing while it is sent. */
  changePartner: (partner: Partner | null) => void
  /** The same. */
  changeLines: ChangeLines
  /** While it is sent, it is the next bill's. */
  add: (product: Product, times: number) => void
  /** From now on it stays as it is, until it is done or refused. */
  send: () => Sent
  /** It was refused, and is written on. Answers what is to be told where its dialog is gone: there it waits. */
  refuse: (error: Error) => { title: string; description: string } | null
  /** It is done or somebody else's matter: the next one takes its place, and where there is none the dialog closes. */
  leave: () => void
}

interface Kept {
  latest: RefObject<Draft>
  left: RefObject<boolean>
  set: (draft: Draft) => void
  ends: RefObject<{ onClose: () => void; onTaken: () => void }>
}

/** Follows what other tabs do with it; and what is open in this tab when its dialog goes away waits. */
function useKeeping(owner: Owner, kind: DraftKind, { latest, left, set, ends }: Kept): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the owner stays as long as the page does.
  useEffect(() => {
    left.current = false
    set(latest.current)
    const stop = watchDrafts(() => {
      const { sent, lines, at } = latest.current
      if (sent) return
      const stored = readDraft(owner, latest.current)
      if (stored && stored.tab === thisTab()) {
        if (stored.at > at) set(stored)
      } else if (lines.length > 0) {
        latest.current = { ...latest.current, lines: [] }
        ends.current.onTaken()
        ends.current.onClose()
      }
    })
    return () => {
      stop()
      left.current = true
      shownHere.delete(kind)
      const waiting = openHere(owner, kind)
      for (const each of waiting) keepDraft(owner, { ...each, tab: null })
      if (waiting.length > 0) toast.info(texts[kind].parked, 'Hasta mañana se puede retomar.')
    }
  }, [])
}

/**
 * Whatever closes the dialog, Escape or Back, what is written waits. `onClose`: there is nothing more to write here; also
 * where another tab has it now, or has sold it, which `onTaken` tells.
 */
export function useDraft(kind: DraftKind, onClose: () => void, onTaken = () => {}): OpenDraft {
  const owner = useOwner()
  const begin = () => {
    const [found] = openHere(owner, kind)
    return { draft: found ?? emptyDraft(kind), recovered: found !== undefined && !handed.has(found.id) }
  }
  const [begun, setBegun] = useState(begin)
  const [draft, setDraft] = useState(begun.draft)
  const latest = useRef(draft)
  const left = useRef(false)
  const set = (next: Draft) => {
    latest.current = next
    setDraft(next)
    if (next.sent) shownHere.delete(kind)
    else shownHere.set(kind, next.id)
  }
  const write = (next: Partial<Draft>) => {
    set({ ...latest.current, ...next, at: Date.now() })
    keepDraft(owner, latest.current)
  }
  const ends = useRef({ onClose, onTaken })
  ends.current = { onClose, onTaken }
  useHeldWork(draft.lines.length > 0)
  useKeeping(owner, kind, { latest, left, set, ends })
  return {
    id: draft.id,
    partner: draft.partner,
    lines: draft.lines,
    recovered: begun.recovered,
    changePartner: (partner) => {
      if (!latest.current.sent) write({ partner })
    },
    changeLines: (change) => {
      if (!latest.current.sent) write({ lines: change(latest.current.lines) })
    },
    add: (product, times) => {
      if (!latest.current.sent) return write({ lines: addProduct(latest.current.lines, product, times) })
      beginDraft(owner, kind, (lines) => addProduct(lines, product, times))
      toast.info(texts[kind].next, product.name)
    },
    send: () => {
      const sent = newIdempotencyKey()
      write({ sent })
      return { idempotencyKey: sent, draft: draftName(owner, latest.current) }
    },
    refuse: ({ message }) => {
      if (left.current) return { title: texts[kind].refused, description: `${message} ${waitingPlace[kind]}` }
      write({ sent: undefined })
      return null
    },
    leave: () => {
      if (!hasDraft(owner, kind)) return ends.current.onClose()
      const next = begin()
      setBegun(next)
      set(next.draft)
    },
  }
}
