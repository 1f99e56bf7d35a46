import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { ShowInfo } from '@torniquete/contract/gym-info.ts'
import { call } from '../../../api/call.ts'
import { toast } from '../../../kit/toast.ts'

const mutationKey = ['show-info.update']

/** The switches as they are seen: what was toggled holds at once, and is undone where the server refuses it. */
export function useShowInfo(stored: ShowInfo): { shown: ShowInfo; toggle: (field: keyof ShowInfo) => void } {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey,
    // One after the other, in the order of the clicks.
    scope: { id: 'show-info' },
    mutationFn: (change: Partial<ShowInfo>) => call('show-info.update', { body: change }),
    onSuccess: (answer) => client.setQueryData(['show-info', 'show-info.read', {}], answer),
    onError: (error) => {
      toast.failure(error.name, error.message)
      void client.invalidateQueries({ queryKey: ['show-info'] })
    },
  })
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Partial<ShowInfo>, // what `mutate` below was given
  })
  const shown: ShowInfo = Object.assign({}, stored, ...pending)
  return { shown, toggle: (field) => mutate({ [field]: !shown[field] }) }
}
