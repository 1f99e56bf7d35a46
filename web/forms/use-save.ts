import { useQueryClient } from '@tanstack/react-query'
import { callDefinitions } from '@torniquete/contract/call-definitions.ts'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { idempotencyKeyReusedText } from '@torniquete/contract/shared/repeated-call-texts.ts'
import { useEffect, useRef, useState } from 'react'
import { getFieldErrors, isFinalRefusal, isSessionEndedError } from '../api/api-error.ts'
import { type CallFunction, callWithGenericName, makeIdempotencyKey } from '../api/call.ts'
import type { CallInput } from '../api/call-input.ts'
import { invalidateAreas, listAreasChangedByCall, refetchArea } from '../api/invalidate-areas.ts'
import { makePendingCall, RetriesEndedError, sendUntilAnswered } from '../api/outbox.ts'
import { type RetryState, retryUntilAnswered } from '../api/retry.ts'
import type { FormState } from '../kit/FormDialog.tsx'
import type { ToastAction } from '../kit/ToastMessage.tsx'
import { toast } from '../kit/toast.ts'
import { offerUndo, type SentCall } from './undo.ts'
import { ConflictDialogOpenedError } from './use-edited-row.ts'

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
  const key = makeIdempotencyKey()
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
  // The casts are needed because TypeScript cannot resolve the conditional types of a generic call.
  const send = (async <Name extends EndpointName>(name: Name, input?: CallInput<Name>) => {
    const sent: SentCall = { call: name, input: { ...input } }
    work.current.sent.push(sent)
    const { keyed } = callDefinitions[name]
    const key = keyFor(keys.current, name, sent.input)
    const withKey = { ...(keyed && { idempotencyKey: key }), ...input } as CallInput<Name>
    const form = { report: setUnanswered, leaving: screen.current.signal }
    const entry = makePendingCall(name, { ...input }, withKey.idempotencyKey ?? key)
    if (entry) sent.answer = await sendUntilAnswered(entry, form)
    else if (keyed && repeats)
      sent.answer = await retryUntilAnswered(() => callWithGenericName(name, withKey), form.report, form)
    else sent.answer = await callWithGenericName(name, withKey)
    return sent.answer
  }) as CallFunction
  return { send, work, keys, unanswered }
}

export const toErrorToast = (error: Error) => ({ title: error.name, description: error.message })

export function useSave<Values, Result>(given: SaveOptions<Values, Result>): SaveState<Values> {
  const client = useQueryClient()
  const { send, work, keys, unanswered } = useSend(given.repeats)
  /** Options of the last render: the screen may have changed when the answer arrives. */
  const options = useRef(given)
  options.current = given
  /** True during a save: a second submit may come before React has rendered the pending state. */
  const running = useRef(false)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const listSentAreas = () => work.current.sent.flatMap((each) => listAreasChangedByCall(each.call))
  const showResult = (result: Result, values: Values) => {
    const { done, detail, offer, removed } = options.current
    keys.current.clear()
    invalidateAreas(client, listSentAreas())
    const title = typeof done === 'function' ? done(result, values) : done
    if (title === null) return
    const description = typeof detail === 'function' ? detail(result, values) : detail
    const action = offer?.(result, values)
    const undo = offerUndo({ ...work.current, title, detail: description || removed || null })
    // Offers no undo if the action's own offer is already an undo.
    toast.success(title, description || null, action, action?.label === undo?.label ? undefined : undo)
  }
  const showFailure = (problem: Error) => {
    const { onGivenUp, setErrors, failure = toErrorToast } = options.current
    if (problem instanceof RetriesEndedError) {
      if (problem.reason === 'left') return
      toast.info(problem.name, problem.message)
      return onGivenUp?.()
    }
    // After a refusal the next submit may have other values, so it gets a new key. An unanswered call, which may have
    // been done, keeps its key.
    if (isFinalRefusal(problem)) keys.current.clear()
    // The message asks the person to look at the row that the unanswered call stored.
    if (problem.message === idempotencyKeyReusedText) invalidateAreas(client, listSentAreas())
    setErrors?.(getFieldErrors(problem))
    // A conflict has its own dialog and the end of a session its own toast. A 401 of the login is an ordinary error.
    const isLogin = work.current.sent.some((each) => each.call === 'session.login')
    const isTold = problem instanceof ConflictDialogOpenedError || (!isLogin && isSessionEndedError(problem))
    const shown = isTold ? null : failure(problem)
    if (shown) toast.failure(shown.title, shown.description)
  }
  const submit = async (values: Values) => {
    if (running.current) return
    running.current = true
    setPending(true)
    setError(null)
    // Stores the former values before the call, because its answer changes the row.
    work.current = { sent: [], former: options.current.former?.() }
    try {
      const result = await options.current.run(values, send)
      showResult(result, values)
      await options.current.onSaved?.(result, values)
    } catch (thrown) {
      const problem = thrown instanceof Error ? thrown : new Error(String(thrown))
      const areas = isFinalRefusal(problem) ? (options.current.refetchOnRefusal?.(values) ?? []) : []
      await Promise.all(areas.map((area) => refetchArea(client, area)))
      await showFailure(problem)
      setError(problem)
    } finally {
      running.current = false
      setPending(false)
    }
  }
  const reset = () => setError(null)
  return { submit, pending, error, unanswered, dialog: { pending, unanswered, error: error?.message }, reset }
}
