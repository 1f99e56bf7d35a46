import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ShowInfo } from '@torniquete/contract/admin/gym-info.ts'
import { getCallArea } from '@torniquete/contract/shared/endpoint.ts'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { refetchArea } from '../../../api/refresh.ts'
import { toast } from '../../../kit/toast.ts'

type Field = keyof ShowInfo

interface Click {
  field: Field
  value: boolean
}

/** Switches with optimistic updates, reverted if the server refuses. */
export function useShowInfo(stored: ShowInfo): { shown: ShowInfo; toggle: (field: Field) => void } {
  const client = useQueryClient()
  // Latest unanswered click of each switch. The rendered state may be older than the next click.
  const newest = useRef<Partial<Record<Field, Click>>>({})
  const [clicks, setClicks] = useState(newest.current)
  const hold = (field: Field, click: Click | undefined) => {
    newest.current = { ...newest.current, [field]: click }
    setClicks(newest.current)
  }
  const { mutate } = useMutation({
    // Sent one after another in click order.
    scope: { id: 'show-info' },
    mutationFn: ({ field, value }: Click) => call('show-info.update', { body: { [field]: value } }),
    onError: (error) => toast.failure(error.name, error.message),
    onSettled: async (_answer, _error, click) => {
      await refetchArea(client, getCallArea('show-info.read'))
      if (newest.current[click.field] === click) hold(click.field, undefined)
    },
  })
  const seen = (field: Field, from: typeof clicks) => from[field]?.value ?? stored[field]
  const shown = { ...stored }
  for (const field of Object.keys(clicks) as Field[]) shown[field] = seen(field, clicks)
  const toggle = (field: Field) => {
    const click = { field, value: !seen(field, newest.current) }
    hold(field, click)
    mutate(click)
  }
  return { shown, toggle }
}
