// What every form and delete button does with the server: pending, success and error, each with its sign.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../kit/toast.ts'
import { fieldErrors } from './api-error.ts'
import type { Unanswered } from './repeat.ts'
import { type Send, useSend } from './use-send.ts'

export interface SaveOptions<Values, Result> {
  /** Does the work; calls go through `send`, which repeats unanswered ones that carry an idempotency key. */
  run: (values: Values, send: Send) => Promise<Result>
  /** The success toast. */
  done: string | ((result: Result, values: Values) => string)
  /** Areas whose queries are asked for again, e.g. `['clients']`. */
  invalidates: readonly string[]
  /** Closes the dialog, renews the key, clears the form. */
  onSaved?: (result: Result, values: Values) => void
  /** Puts the server's rejections at their fields: `form.setErrors` of @mantine/form. */
  setErrors?: (errors: Record<string, string>) => void
  /** Another toast than the error's name and message; null shows none. */
  failure?: (error: Error) => { title: string; description: string } | null
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
  const mutation = useMutation<Result, Error, Values>({
    mutationFn: (values) => options.run(values, send),
    onSuccess: (result, values) => {
      for (const area of options.invalidates) void client.invalidateQueries({ queryKey: [area] })
      toast.success(typeof options.done === 'string' ? options.done : options.done(result, values))
      options.onSaved?.(result, values)
    },
    onError: (error) => {
      options.setErrors?.(fieldErrors(error))
      const shown = (options.failure ?? nameAndMessage)(error)
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
