import type { UseFormReturnType } from '@mantine/form'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { changesBetween, concurrentChanges, rebase } from './rebase.ts'

/** One save. */
interface Sent<Values> {
  values: Values
  /** The part of them that differed from the stored row and was sent, with the picture's address. */
  changes: Record<string, unknown>
}

export interface Rebased<Values> {
  /** What is stored, as the form knows it. */
  base: RefObject<Values>
  /** The fields that somebody else changed since the form was opened, as they wrote them. */
  theirs: Partial<Values>
  /** Saves without an answer yet: the server may have stored them, so what arrives of them is not somebody else's. */
  sent: RefObject<Sent<Values>[]>
  /** After a save was answered: the values `sent` were stored as `stored`. What was typed since then stays. */
  adopt: (sent: Values, stored: Values) => void
}

/** Takes changes of the stored row that others made over into the fields that were not edited. */
export function useRebased<Values extends object>(
  form: UseFormReturnType<Values>,
  stored: Values,
  toBody: (values: Values) => object,
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
  // Compared as a text, for the object is new with each render.
  const version = JSON.stringify(stored)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    const changed = changesBetween(base.current, stored)
    if (Object.keys(changed).length === 0) return
    const own = { stored, sent: sent.current.map(({ values }) => values), toBody }
    setTheirs((known) => concurrentChanges(known, changed, own))
    move(base.current, stored)
  }, [version])
  return { base, theirs, sent, adopt }
}
