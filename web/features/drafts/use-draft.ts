import type { Product } from '@torniquete/contract/till/products.ts'
import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import type { GymUser } from '../../api/outbox.ts'
import { toast } from '../../kit/toast.ts'
import { useWorkInProgress } from '../../kit/unsaved-input.ts'
import { type DraftChange, isEditable } from './draft.ts'
import { addProduct, type DraftKind, type DraftLine, hasInvalidQuantity } from './draft-lines.ts'
import { draftWords } from './draft-texts.ts'
import {
  addToDraft,
  closeQueue,
  discardDraft,
  dispatchDraft,
  draftName,
  emptyDraft,
  openQueue,
  readBegunDrafts,
  readQueue,
  restoreQueue,
  useOwner,
  watchOtherTabs,
  watchQueues,
} from './open-drafts.ts'

export type ChangeLines = (change: (lines: readonly DraftLine[]) => DraftLine[]) => void

/** Idempotency key and storage key of a sent draft. The draft is stored until the answer arrives. */
export interface SentDraft {
  idempotencyKey: string
  draft: string
}

/** Keeps the tab's drafts in memory while the dialog is open, follows other tabs' changes, and parks them on close. */
function useQueue(owner: GymUser, kind: DraftKind, onClose: RefObject<() => unknown>, given?: DraftChange) {
  const words = draftWords[kind]
  const [begun] = useState(() => {
    const { queue, isRecovered } = readBegunDrafts(owner, kind)
    const [first, ...others] = queue
    const shown = first?.lines.length ? first : { ...(first ?? emptyDraft(kind)), ...given }
    return { queue: [shown, ...others] as const, isRecovered }
  })
  const readOpen = () => readQueue(owner, kind) ?? begun.queue
  const [draft = begun.queue[0]] = useSyncExternalStore(watchQueues, readOpen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the owner stays as long as the page does.
  useLayoutEffect(() => {
    openQueue(owner, kind, begun.queue)
    if (begun.isRecovered) toast.info('Borrador recuperado')
    const unwatch = watchOtherTabs(({ name, isDeleted, isTaken }) => {
      const queue = readOpen()
      for (const own of queue.filter((each) => isEditable(each) && each.lines.length > 0)) {
        if ((name ?? draftName(owner, own)) !== draftName(owner, own)) continue
        // Another tab deleted this draft while it is open here, so this tab stores it again.
        if (isDeleted) restoreQueue(owner, kind, queue)
        if (isTaken) dispatchDraft(owner, kind, { type: 'lose', id: own.id })
        if (isTaken && own === queue[0]) {
          toast.info(words.taken)
          onClose.current()
        }
      }
    })
    return () => {
      unwatch()
      if (closeQueue(owner, kind) > 0) toast.info(words.parked, 'Puedes retomarla hasta mañana.')
    }
  }, [])
  return { draft, readOpen }
}

/** Opens a draft, and parks it when the dialog closes, also by Escape or Back. `given`: values for an empty draft. */
export function useDraft(kind: DraftKind, closing: () => unknown, given?: DraftChange) {
  const owner = useOwner()
  const words = draftWords[kind]
  const onClose = useRef(closing)
  onClose.current = closing
  const { draft, readOpen } = useQueue(owner, kind, onClose, given)
  useWorkInProgress(draft.lines.length > 0)
  /** False once this draft's dialog was closed, even if a dialog with another draft is open now. */
  const isShown = () => readQueue(owner, kind)?.[0]?.id === draft.id
  /** Returns true while this draft is shown, and false after the dialog was closed and opened with another draft. */
  const change = (next: DraftChange) => dispatchDraft(owner, kind, { type: 'change', change: next })
  /** Shows the next draft or closes the dialog: after the answer, or when the notice of pending calls takes over. */
  const leave = (): unknown => {
    if (!isShown()) return
    if (!readOpen().slice(1).some(isEditable)) return onClose.current()
    dispatchDraft(owner, kind, { type: 'next' })
  }
  return {
    ...draft,
    paying: draft.paying ?? {},
    change,
    changeLines: ((next) => change({ lines: next(readOpen()[0]?.lines ?? []) })) as ChangeLines,
    /** Adds a product to the draft or, while it is sent, to the next one. False if the line's quantity is invalid. */
    add: (product: Product, times: number): boolean => {
      const [first = draft] = readOpen()
      if (isEditable(first) && hasInvalidQuantity(first.lines, product)) return false
      addToDraft(owner, kind, (lines) => addProduct(lines, product, times))
      if (!isEditable(first)) toast.info(words.next, product.name)
      return true
    },
    /** Makes the draft read-only until the answer. Returns null if it is already sent or another tab took it over. */
    send: (): SentDraft | null => {
      const [first = draft] = readOpen()
      if (!isEditable(first)) return null
      const key = newIdempotencyKey()
      dispatchDraft(owner, kind, { type: 'send', key })
      return { idempotencyKey: key, draft: draftName(owner, first) }
    },
    /** Makes a refused draft editable again. If its dialog was closed, parks the draft and returns a message. */
    refuse: ({ message }: Error) => {
      if (!isShown()) return { title: words.refused, description: `${message} ${words.place}` }
      dispatchDraft(owner, kind, { type: 'refuse', id: draft.id })
      return null
    },
    leave,
    discard: () => {
      const [first = draft] = readOpen()
      if (!isEditable(first)) return
      change({ lines: [] })
      discardDraft(owner, first, words.discarded)
      leave()
    },
  }
}

export type OpenDraft = ReturnType<typeof useDraft>
