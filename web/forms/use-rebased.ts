import type { UseFormReturnType } from '@mantine/form'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { changesBetween, rebase } from './rebase.ts'

export interface Rebased<Values> {
  /** What is stored, as the form knows it. */
  base: RefObject<Values>
  /** The fields that somebody else changed since the form was opened, as they wrote them. */
  theirs: Partial<Values>
  /** After a save of one's own: `stored` is what `sent` became. What was typed since stays, and nothing is another's. */
  adopt: (sent: Values, stored: Values) => void
}

/** What others change of what is stored arrives in the fields that are untouched. */
export function useRebased<Values extends object>(form: UseFormReturnType<Values>, stored: Values): Rebased<Values> {
  const base = useRef(stored)
  const [theirs, setTheirs] = useState<Partial<Values>>({})
  const move = (before: Values, after: Values) => {
    base.current = after
    form.setValues(rebase(form.getValues(), before, after))
    form.resetDirty(after)
  }
  const adopt = (sent: Values, after: Values) => {
    setTheirs({})
    move(sent, after)
  }
  // As a text: the object is new with each drawing.
  const version = JSON.stringify(stored)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    const changed = changesBetween(base.current, stored)
    if (Object.keys(changed).length === 0) return
    setTheirs((known) => ({ ...known, ...changed }))
    move(base.current, stored)
  }, [version])
  return { base, theirs, adopt }
}
