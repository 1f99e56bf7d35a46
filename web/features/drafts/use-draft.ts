import type { Product } from '@torniquete/contract/till/products.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import type { Owner } from '../../api/outbox.ts'
import { toast } from '../../kit/toast.ts'
import { useWorkInProgress } from '../../kit/unsaved.ts'
import type { Paying } from '../paying/paying.ts'
import { addProduct, type DraftKind, type DraftLine, hasUnreadableField } from './draft-lines.ts'
import { draftWords } from './draft-words.ts'
import { type Draft, draftName, type Partner, serverMillis, storeDraft, watchOtherTabs } from './drafts.ts'
import {
  beginDraft,
  discardDraft,
  draftToOpen,
  hasDraft,
  isOpenHere,
  openDialogs,
  openHere,
  useOwner,
} from './open-drafts.ts'

export type ChangeLines = (change: (lines: readonly DraftLine[]) => DraftLine[]) => void

/** Idempotency key and storage key of a sent draft, which stays until the answer. */
export interface Sent {
  idempotencyKey: string
  draft: string
}

export interface OpenDraft {
  id: string
  partner: Partner | null | undefined
  lines: readonly DraftLine[]
  membership: Draft['membership']
  paying: Paying
  /** The next four do nothing while the draft is being sent. */
  changePartner: (partner: Partner | null) => void
  changeMembership: (membership: Draft['membership']) => void
  changeLines: ChangeLines
  changePaying: (paying: Paying) => void
  /** Adds a product, or adds it to the next draft while sending. Returns false if the line's quantity is invalid. */
  add: (product: Product, times: number) => boolean
  /** Makes the draft read-only until its answer. */
  send: () => Sent
  /** After a refusal the draft is editable again. With its dialog closed it is parked, and the text is returned. */
  refuse: (error: Error) => { title: string; description: string } | null
  /**
   * After the answer, or when the notice takes over: shows the next draft, or closes and returns the result of
   * `onClose`.
   */
  leave: () => unknown
  discard: () => void
}

/** The draft as state, and as a ref that is current between renders. */
function useWritten(owner: Owner, kind: DraftKind, begun: Draft) {
  const [draft, setDraft] = useState(begun)
  const latest = useRef(draft)
  const set = (next: Draft) => {
    latest.current = next
    setDraft(next)
    if (next.sent) openDialogs.delete(kind)
    else openDialogs.set(kind, (add) => write({ lines: add(latest.current.lines) }))
  }
  const write = (next: Partial<Draft>) => {
    set({ ...latest.current, ...next, at: serverMillis() })
    storeDraft(owner, latest.current)
  }
  return { draft, latest, set, write }
}

interface Kept {
  latest: RefObject<Draft>
  left: RefObject<boolean>
  set: (draft: Draft) => void
  write: (next: Partial<Draft>) => void
  onClose: RefObject<() => unknown>
}

/** Follows other tabs' changes; closing the dialog parks an unsent draft. */
function useKeeping(owner: Owner, kind: DraftKind, { latest, left, set, write, onClose }: Kept): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the owner stays as long as the page does.
  useEffect(() => {
    left.current = false
    set(latest.current)
    const stop = watchOtherTabs((name, theirs) => {
      const { sent, lines, at } = latest.current
      const own = draftName(owner, latest.current)
      if (sent || lines.length === 0 || (name ?? own) !== own) return
      if (!theirs) {
        // Another tab deleted this draft, so this tab stores it again.
        write({})
      } else if (theirs.sent || !isOpenHere(theirs)) {
        // Another tab sends or opened the draft: this tab stops writing.
        latest.current = { ...latest.current, lines: [] }
        toast.info(draftWords[kind].taken)
        onClose.current()
      } else if (theirs.at > at) set(theirs)
    })
    return () => {
      stop()
      left.current = true
      openDialogs.delete(kind)
      const waiting = openHere(owner, kind)
      for (const each of waiting) storeDraft(owner, { ...each, tab: null })
      if (waiting.length > 0) toast.info(draftWords[kind].parked, 'Hasta mañana se puede retomar.')
    }
  }, [])
}

type Given = Pick<Draft, 'partner' | 'membership'>

function beginWith(owner: Owner, kind: DraftKind, given: Given | undefined) {
  const first = draftToOpen(owner, kind)
  return first.draft.lines.length > 0 ? first : { ...first, draft: { ...first.draft, ...given } }
}

/** Another client has another plan and start. */
const withPartner = ({ membership, partner: before }: Draft, partner: Partner | null): Partial<Draft> => ({
  partner,
  ...(membership && partner?.id !== before?.id && { membership: {} }),
})

function addToNext(owner: Owner, kind: DraftKind, product: Product, times: number): void {
  beginDraft(owner, kind, (next) => addProduct(next, product, times))
  toast.info(draftWords[kind].next, product.name)
}

/**
 * Parks the draft when the dialog closes, also by Escape or Back. `onClose`: the draft is finished. `given`: initial
 * lines of a new draft.
 */
export function useDraft(kind: DraftKind, closing: () => unknown, given?: Given): OpenDraft {
  const owner = useOwner()
  const [{ draft: begun, recovered }, setBegun] = useState(() => beginWith(owner, kind, given))
  const { draft, latest, set, write } = useWritten(owner, kind, begun)
  const left = useRef(false)
  const onClose = useRef(closing)
  onClose.current = closing
  const change = (next: Partial<Draft>) => {
    if (!latest.current.sent) write(next)
  }
  useWorkInProgress(draft.lines.length > 0)
  useKeeping(owner, kind, { latest, left, set, write, onClose })
  useEffect(() => {
    if (recovered) toast.info('Borrador recuperado')
  }, [recovered])
  const leave = () => {
    if (!hasDraft(owner, kind)) return onClose.current()
    const next = draftToOpen(owner, kind)
    setBegun(next)
    set(next.draft)
  }
  return {
    id: draft.id,
    partner: draft.partner,
    lines: draft.lines,
    membership: draft.membership,
    paying: { ...draft.paying, received: draft.received },
    // Called for each letter, even if the partner stays the same.
    changePartner: (partner) => partner !== latest.current.partner && change(withPartner(latest.current, partner)),
    changeMembership: (membership) => change({ membership }),
    changeLines: (next) => change({ lines: next(latest.current.lines) }),
    changePaying: ({ received, ...paying }) => change({ received, paying }),
    add: (product, times) => {
      const { sent, lines } = latest.current
      if (sent) addToNext(owner, kind, product, times)
      else if (hasUnreadableField(lines, product)) return false
      else write({ lines: addProduct(lines, product, times) })
      return true
    },
    send: () => {
      const sent = newIdempotencyKey()
      write({ sent })
      return { idempotencyKey: sent, draft: draftName(owner, latest.current) }
    },
    refuse: ({ message }) => {
      const { refused, place } = draftWords[kind]
      if (left.current) return { title: refused, description: `${message} ${place}` }
      write({ sent: undefined })
      return null
    },
    leave,
    discard: () => {
      const thrown = latest.current
      if (thrown.sent) return
      latest.current = { ...thrown, lines: [] }
      discardDraft(owner, thrown, draftWords[kind].discarded)
      leave()
    },
  }
}
