// What every form and button that changes something does with the server: pending, success and error, each with its sign.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { fieldErrors, isRefusal, isStale, storedRow } from '../api/api-error.ts'
import { refresh } from '../api/refresh.ts'
import { type RetryState, StillUnanswered } from '../api/send-until-answered.ts'
import { type Send, useSend } from '../api/use-send.ts'
import type { FormState } from '../kit/FormDialog.tsx'
import { type ToastAction, toast } from '../kit/toast.ts'
import { type Done, offerUndo, type SentCall } from './undo.ts'

export interface SaveOptions<Values, Result> {
  /** Does the work. Calls go through `send`, which keys, repeats and keeps them (use-send.ts); what they touch is read again. */
  run: (values: Values, send: Send) => Promise<Result>
  /** The success toast; null shows none. */
  done: string | null | ((result: Result, values: Values) => string)
  /** A second line in it. */
  detail?: string | ((result: Result, values: Values) => string)
  /** Whose row it was: told where it can be undone. Its toast says it no more: that one is gone is to be seen. */
  removed?: string | undefined
  /** A button in the success toast. */
  offer?: (result: Result, values: Values) => ToastAction | undefined
  /** Of an edit: the fields of its body as they were, so that it can be undone. */
  former?: () => object
  /** Closes the dialog, clears the form. The save is pending until what it promises is there. */
  onSaved?: (result: Result, values: Values) => unknown
  /** Puts the server's rejections at their fields: `form.setErrors` of @mantine/form. */
  setErrors?: (errors: Record<string, string>) => void
  /** Another toast than the error's name and message; null shows none. Not asked for a stale row: the form says that. */
  failure?: (error: Error) => { title: string; description: string } | null
  /** True if a POST without an answer is repeated by itself; else the person does it, with the same key. */
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

/** Sends, and notes in `sent` what was sent and what it was answered. */
const noting =
  (send: Send, sent: SentCall[]): Send =>
  async (name, ...input) => {
    const noted: SentCall = { call: name, input: { ...input[0] } }
    sent.push(noted)
    const answer = await send(name, ...input)
    noted.answer = answer
    return answer
  }

const nameAndMessage = (error: Error) => ({ title: error.name, description: error.message })

export function useSave<Values, Result>(options: SaveOptions<Values, Result>): Save<Values> {
  const client = useQueryClient()
  const { send, unanswered, touched, renewKey } = useSend(options.repeats)
  /** A second submit comes before the first is drawn. */
  const running = useRef(false)
  /** Of the save that runs, for who undoes it. */
  const made = useRef<Pick<Done, 'sent' | 'former'>>({ sent: [], former: undefined })
  const mutation = useMutation<Result, Error, Values>({
    mutationFn: (values) => {
      const sent: SentCall[] = []
      // Now: with the answer the row is another.
      made.current = { sent, former: options.former?.() }
      return options.run(values, noting(send, sent))
    },
    onSuccess: (result, values) => {
      renewKey()
      refresh(client, touched())
      const done = typeof options.done === 'function' ? options.done(result, values) : options.done
      const detail = typeof options.detail === 'function' ? options.detail(result, values) : options.detail
      if (done !== null) {
        const offer = options.offer?.(result, values)
        const undo = offerUndo({ ...made.current, title: done, detail: detail || options.removed || null })
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
      // What was refused may be sent with other values. What got no answer keeps its key: it may have been done; and so
      // does what was stored with other values while that is offered instead, lest the next press makes a second.
      if (isRefusal(error) && !(options.opensStored && storedRow(error) !== null)) renewKey()
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
