// What every form and delete button does with the server: pending, success and error, each with its sign.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ToastAction, toast } from '../kit/toast.ts'
import { fieldErrors, isRefusal, isStale } from './api-error.ts'
import { useIdempotencyKey } from './idempotency-key.ts'
import type { Unanswered } from './repeat.ts'
import { Unsettled } from './settle.ts'
import { type Send, useSend } from './use-send.ts'

export interface SaveOptions<Values, Result> {
  /**
   * Does the work; calls go through `send`, which repeats unanswered ones that carry an idempotency key, and keeps those
   * with a `label`. `key` is made when the form opens, and anew after each answer.
   */
  run: (values: Values, send: Send, key: string) => Promise<Result>
  /** The success toast. */
  done: string | ((result: Result, values: Values) => string)
  /** A second line in it. */
  detail?: string
  /** A button in the success toast. */
  offer?: (result: Result, values: Values) => ToastAction | undefined
  /** Areas whose queries are asked for again, e.g. `['clients']`. */
  invalidates: readonly string[]
  /** Closes the dialog, renews the key, clears the form. */
  onSaved?: (result: Result, values: Values) => void
  /** Puts the server's rejections at their fields: `form.setErrors` of @mantine/form. */
  setErrors?: (errors: Record<string, string>) => void
  /** Another toast than the error's name and message; null shows none. Not asked for a stale row: the form says that. */
  failure?: (error: Error) => { title: string; description: string } | null
  /** The person gave up waiting for the answer of a call that is kept: the form is no longer the place for it. */
  onGivenUp?: () => void
}

export interface Save<Values> {
  submit: (values: Values) => void
  pending: boolean
  error: Error | null
  /** Not null while a call without an answer is repeated: give it to FormDialog. */
  unanswered: Unanswered | null
  reset: () => void
}

const nameAndMessage = (error: Error) => ({ title: error.name, description: error.message })

export function useSave<Values, Result>(options: SaveOptions<Values, Result>): Save<Values> {
  const client = useQueryClient()
  const { send, unanswered } = useSend()
  const { key, renew } = useIdempotencyKey()
  const mutation = useMutation<Result, Error, Values>({
    mutationFn: (values) => options.run(values, send, key),
    onSuccess: (result, values) => {
      renew()
      for (const area of options.invalidates) void client.invalidateQueries({ queryKey: [area] })
      const done = typeof options.done === 'string' ? options.done : options.done(result, values)
      toast.success(done, options.detail ?? null, options.offer?.(result, values))
      options.onSaved?.(result, values)
    },
    onError: (error) => {
      if (error instanceof Unsettled) {
        if (error.reason === 'left') return
        toast.info(error.name, error.message)
        return options.onGivenUp?.()
      }
      // What was refused may be sent with other values. What got no answer keeps its key: it may have been done.
      if (isRefusal(error)) renew()
      options.setErrors?.(fieldErrors(error))
      const shown = isStale(error) ? null : (options.failure ?? nameAndMessage)(error)
      if (shown) toast.failure(shown.title, shown.description)
    },
  })
  return {
    submit: (values) => {
      if (!mutation.isPending) mutation.mutate(values)
    },
    pending: mutation.isPending,
    error: mutation.error,
    unanswered,
    reset: mutation.reset,
  }
}
