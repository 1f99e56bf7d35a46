import type { UseFormReturnType } from '@mantine/form'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { changesBetween, rebase, theirsOf } from './rebase.ts'

/** One save. */
interface Sent<Values> {
  values: Values
  /** What went of them, with the picture's address. */
  changes: Record<string, unknown>
}

export interface Rebased<Values> {
  /** What is stored, as the form knows it. */
  base: RefObject<Values>
  /** The fields that somebody else changed since the form was opened, as they wrote them. */
  theirs: Partial<Values>
  /** What was sent since the last answer: it may be stored before its answer comes, or without one, and is nobody else's. */
  sent: RefObject<Sent<Values>[]>
  /** After a save of one's own: `stored` is what `sent` became. What was typed since stays, and nothing is another's. */
  adopt: (sent: Values, stored: Values) => void
}

/** What others change of what is stored arrives in the fields that are untouched. */
export function useRebased<Values extends object>(
  form: UseFormReturnType<Values>,
  stored: Values,
  bodyOf: (values: Values) => object,
): Rebased<Values> {
  const base = useRef(stored)
  const sent = useRef<Sent<Values>[]>([])
  const [theirs, setTheirs] = useState<Partial<Values>>({})
  const move = (before: Values, after: Values) => {
    base.current = after
    form.setValues(rebase(form.getValues(), before, after))
    form.resetDirty(after)
  }
  const adopt = (saved: Values, after: Values) => {
    sent.current = []
    setTheirs({})
    move(saved, after)
  }
  // As a text: the object is new with each drawing.
  const version = JSON.stringify(stored)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    const changed = changesBetween(base.current, stored)
    if (Object.keys(changed).length === 0) return
    const own = { stored, sent: sent.current.map(({ values }) => values), bodyOf }
    setTheirs((known) => theirsOf(known, changed, own))
    move(base.current, stored)
  }, [version])
  return { base, theirs, sent, adopt }
}
