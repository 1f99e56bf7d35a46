// Saves changes for every form and button: pending, success and error states.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callRows } from '@torniquete/contract/call-rows.ts'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { fieldErrors, isRefusal, isStale, storedRow } from '../api/api-error.ts'
import { call, type Send } from '../api/call.ts'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { StillUnanswered, sendOnce } from '../api/outbox.ts'
import { listChangedAreas, refresh } from '../api/refresh.ts'
import type { RetryState } from '../api/retry.ts'
import type { FormState } from '../kit/FormDialog.tsx'
import { type ToastAction, toast } from '../kit/toast.ts'
import { offerUndo, type SentCall } from './undo.ts'

export interface SaveOptions<Values, Result> {
  /**
   * Does the work. Calls go through `send`: a POST or PUT gets an idempotency key and is retried until it is answered or its screen
   * is left; a booking call with a `label` is kept in the outbox meanwhile (outbox.ts). The areas that they change are read again.
   */
  run: (values: Values, send: Send) => Promise<Result>
  /** The success toast; null shows none. */
  done: string | null | ((result: Result, values: Values) => string)
  /** A second line in it. */
  detail?: string | ((result: Result, values: Values) => string)
  /** Owner of the removed row, shown beside the undo button and not in the toast. */
  removed?: string | undefined
  /** A button in the success toast. */
  offer?: (result: Result, values: Values) => ToastAction | undefined
  /** Former values of the edited fields, for undo. */
  former?: () => object
  /** Closes the dialog, clears the form. The save is pending until what it promises is there. */
  onSaved?: (result: Result, values: Values) => unknown
  /** Puts the server's rejections at their fields: `form.setErrors` of @mantine/form. */
  setErrors?: (errors: Record<string, string>) => void
  /** Another toast than the error's name and message; null shows none. Not asked for a stale row: the form says that. */
  failure?: (error: Error) => { title: string; description: string } | null
  /** False: the person repeats a call that got no answer, with the same key. */
  repeats?: boolean
  /**
   * The form offers to open what an earlier try was stored as with other values (`storedRow` of its error). Else the
   * failure says so, and the next press is meant to make another.
   */
  opensStored?: boolean
  /** The person gave up waiting for the answer of a call that is kept: the form is no longer the place for it. */
  onGivenUp?: () => unknown
}

export interface Save<Values> {
  submit: (values: Values) => void
  pending: boolean
  error: Error | null
  /** Not null while a call without an answer is repeated: give it to FormDialog. */
  unanswered: RetryState | null
  /** For a FormDialog that shows what went wrong itself. */
  dialog: Pick<FormState, 'pending' | 'unanswered' | 'error'>
  reset: () => void
}

type Keys = Map<string, { key: string; body: string | undefined }>

/**
 * The key of a call of this form. A POST keeps its key whatever is typed since, so that it makes no second row; a PUT with another
 * body than the last is another change.
 */
function keyFor(keys: Keys, name: EndpointName, { params, body }: SentCall['input']): string {
  const isPut = callRows[name].method === 'PUT'
  const [act, text] = isPut ? [name + JSON.stringify(params), JSON.stringify(body)] : [name, undefined]
  const known = keys.get(act)
  if (known && known.body === text) return known.key
  const key = newIdempotencyKey()
  keys.set(act, { key, body: text })
  return key
}

/** Gives calls their keys and sends them; a new `work` begins with each save. */
function useSend(repeats = true) {
  const [unanswered, setUnanswered] = useState<RetryState | null>(null)
  const keys = useRef<Keys>(new Map())
  /** Calls of the running save, and the field values before it. */
  const work = useRef<{ sent: SentCall[]; former: object | undefined }>({ sent: [], former: undefined })
  /** Aborts when the screen is left. */
  const screen = useRef(new AbortController())
  useEffect(() => {
    // Effects may run twice: what was left is back.
    if (screen.current.signal.aborted) screen.current = new AbortController()
    return () => screen.current.abort()
  }, [])
  const send: Send = async (name, ...input) => {
    const sent: SentCall = { call: name, input: { ...input[0] } }
    work.current.sent.push(sent)
    // The conditional type of the input cannot be resolved here; a key is one of its optional settings.
    const keyed = { idempotencyKey: keyFor(keys.current, name, sent.input), ...input[0] } as never
    const answer = await (callRows[name].keyed
      ? sendOnce(name, keyed, { report: setUnanswered, leaving: screen.current.signal, repeats })
      : call(name, ...input))
    sent.answer = answer
    return answer
  }
  return { send, work, keys, unanswered }
}

const nameAndMessage = (error: Error) => ({ title: error.name, description: error.message })

export function useSave<Values, Result>(options: SaveOptions<Values, Result>): Save<Values> {
  const client = useQueryClient()
  const { send, work, keys, unanswered } = useSend(options.repeats)
  /** A second submit comes before the first is drawn. */
  const running = useRef(false)
  const mutation = useMutation<Result, Error, Values>({
    mutationFn: (values) => {
      // Now: with the answer the row is another.
      work.current = { sent: [], former: options.former?.() }
      return options.run(values, send)
    },
    onSuccess: (result, values) => {
      keys.current.clear()
      const { sent } = work.current
      refresh(
        client,
        sent.flatMap((each) => listChangedAreas(each.call)),
      )
      const done = typeof options.done === 'function' ? options.done(result, values) : options.done
      const detail = typeof options.detail === 'function' ? options.detail(result, values) : options.detail
      if (done !== null) {
        const offer = options.offer?.(result, values)
        const undo = offerUndo({ ...work.current, title: done, detail: detail || options.removed || null })
        // Some have a way back of their own, and keys for it.
        toast.success(done, detail ?? null, offer, offer?.label === undo?.label ? undefined : undo)
      }
      return options.onSaved?.(result, values)
    },
    onError: (error) => {
      if (error instanceof StillUnanswered) {
        if (error.reason === 'left') return
        toast.info(error.name, error.message)
        return options.onGivenUp?.()
      }
      // A refused call may be sent with other values. A call without an answer keeps its key, because it may have been
      // done. The key also stays while the stored version is offered instead, so that the next press creates no
      // duplicate.
      if (isRefusal(error) && !(options.opensStored && storedRow(error) !== null)) keys.current.clear()
      options.setErrors?.(fieldErrors(error))
      const shown = isStale(error) ? null : (options.failure ?? nameAndMessage)(error)
      if (shown) toast.failure(shown.title, shown.description)
    },
    onSettled: () => {
      running.current = false
    },
  })
  const { isPending: pending, error } = mutation
  return {
    submit: (values) => {
      if (running.current) return
      running.current = true
      mutation.mutate(values)
    },
    pending,
    error,
    unanswered,
    dialog: { pending, unanswered, error: error?.message },
    reset: mutation.reset,
  }
}
