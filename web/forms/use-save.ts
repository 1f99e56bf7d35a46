import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callDefinitions } from '@torniquete/contract/call-definitions.ts'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { fieldErrors, isFinalRefusal, isSessionEnd, readStoredRowId } from '../api/api-error.ts'
import { type CallFunction, call } from '../api/call.ts'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { invalidateAreas, listChangedAreas, refetchArea } from '../api/invalidate-areas.ts'
import { RetriesEndedError, sendOnce } from '../api/outbox.ts'
import type { RetryState } from '../api/retry.ts'
import type { FormState } from '../kit/FormDialog.tsx'
import type { ToastAction } from '../kit/ToastMessage.tsx'
import { toast } from '../kit/toast.ts'
import { offerUndo, type SentCall } from './undo.ts'
import { ConflictDialogOpened } from './use-edited-row.ts'

export interface SaveOptions<Values, Result> {
  /** Calls the server through `send`, which retries calls with a key and puts booking calls into the outbox. */
  run: (values: Values, send: CallFunction) => Promise<Result>
  done: string | null | ((result: Result, values: Values) => string)
  detail?: string | ((result: Result, values: Values) => string)
  /** Owner of the deleted row, shown with later undo offers but not in the toast. */
  removed?: string | undefined
  offer?: (result: Result, values: Values) => ToastAction | undefined
  former?: () => object
  /** Called after a save, to close the dialog or clear the form. The save is pending until the promise resolves. */
  onSaved?: (result: Result, values: Values) => unknown
  setErrors?: (errors: Record<string, string>) => void
  /** Text of the error toast; null shows no toast. Not called for a conflict, which has its own dialog. */
  failure?: (error: Error) => { title: string; description: string } | null
  /** Areas to refetch before a refusal is shown, because the form's data of these areas is outdated. */
  refetchOnRefusal?: (values: Values) => readonly string[]
  /** False if the person, and not the program, repeats an unanswered call; the key stays the same. */
  repeats?: boolean
  /** True if the form offers to open the row that an earlier attempt stored; otherwise a resubmit makes another. */
  opensStored?: boolean
  /** Called when the person stops waiting for a call in the outbox; the form may close. */
  onGivenUp?: () => unknown
}

export interface SaveState<Values> {
  submit: (values: Values) => void
  pending: boolean
  error: Error | null
  unanswered: RetryState | null
  dialog: Pick<FormState, 'pending' | 'unanswered' | 'error'>
  reset: () => void
}

type Keys = Map<string, { key: string; body: string | undefined }>

/** A POST keeps its key even if the body changes, so that it creates one row. A changed PUT gets a new key. */
function keyFor(keys: Keys, name: EndpointName, { params, body }: SentCall['input']): string {
  const isPut = callDefinitions[name].method === 'PUT'
  const [act, text] = isPut ? [name + JSON.stringify(params), JSON.stringify(body)] : [name, undefined]
  const known = keys.get(act)
  if (known && known.body === text) return known.key
  const key = newIdempotencyKey()
  keys.set(act, { key, body: text })
  return key
}

function useSend(repeats = true) {
  const [unanswered, setUnanswered] = useState<RetryState | null>(null)
  const keys = useRef<Keys>(new Map())
  const work = useRef<{ sent: SentCall[]; former: object | undefined }>({ sent: [], former: undefined })
  const screen = useRef(new AbortController())
  useEffect(() => {
    // React may run effects twice in development, so an aborted controller is replaced.
    if (screen.current.signal.aborted) screen.current = new AbortController()
    return () => screen.current.abort()
  }, [])
  const send: CallFunction = async (name, ...input) => {
    const sent: SentCall = { call: name, input: { ...input[0] } }
    work.current.sent.push(sent)
    // The cast is needed because TypeScript cannot resolve the conditional type of the input.
    const keyed = { idempotencyKey: keyFor(keys.current, name, sent.input), ...input[0] } as never
    const answer = await (callDefinitions[name].keyed
      ? sendOnce(name, keyed, { report: setUnanswered, leaving: screen.current.signal, repeats })
      : call(name, ...input))
    sent.answer = answer
    return answer
  }
  return { send, work, keys, unanswered }
}

export const nameAndMessage = (error: Error) => ({ title: error.name, description: error.message })

export function useSave<Values, Result>(options: SaveOptions<Values, Result>): SaveState<Values> {
  const client = useQueryClient()
  const { send, work, keys, unanswered } = useSend(options.repeats)
  /** True during a save: a second submit may come before React has rendered the pending state. */
  const running = useRef(false)
  const mutation = useMutation<Result, Error, Values>({
    mutationFn: async (values) => {
      // Stores the former values before the call, because its answer changes the row.
      work.current = { sent: [], former: options.former?.() }
      try {
        return await options.run(values, send)
      } catch (error) {
        const areas = isFinalRefusal(error) ? (options.refetchOnRefusal?.(values) ?? []) : []
        await Promise.all(areas.map((area) => refetchArea(client, area)))
        throw error
      }
    },
    onSuccess: (result, values) => {
      keys.current.clear()
      const { sent } = work.current
      invalidateAreas(
        client,
        sent.flatMap((each) => listChangedAreas(each.call)),
      )
      const done = typeof options.done === 'function' ? options.done(result, values) : options.done
      const detail = typeof options.detail === 'function' ? options.detail(result, values) : options.detail
      if (done !== null) {
        const offer = options.offer?.(result, values)
        const undo = offerUndo({ ...work.current, title: done, detail: detail || options.removed || null })
        // Offers no undo if the action's own offer is already an undo.
        toast.success(done, detail ?? null, offer, offer?.label === undo?.label ? undefined : undo)
      }
      return options.onSaved?.(result, values)
    },
    onError: (error) => {
      if (error instanceof RetriesEndedError) {
        if (error.reason === 'left') return
        toast.info(error.name, error.message)
        return options.onGivenUp?.()
      }
      // After a refusal the next submit may have other values, so it gets a new key. An unanswered call, which may have
      // been done, keeps its key, and so does a call whose stored row is offered: the next submit creates no duplicate.
      if (isFinalRefusal(error) && !(options.opensStored && readStoredRowId(error) !== null)) keys.current.clear()
      options.setErrors?.(fieldErrors(error))
      // A conflict has its own dialog and the end of a session its own toast. A 401 of the login is an ordinary error.
      const isLogin = work.current.sent.some((each) => each.call === 'session.login')
      const isTold = error instanceof ConflictDialogOpened || (!isLogin && isSessionEnd(error))
      const shown = isTold ? null : (options.failure ?? nameAndMessage)(error)
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
