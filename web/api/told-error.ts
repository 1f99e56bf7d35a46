import { hashKey, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * What was told of a failed read stays until there is an answer: a query without one forgets its error as soon as it asks
 * again, by itself too, and the button that one is about to press would go from under the finger.
 */
export function useToldError<Answer>(read: UseQueryResult<Answer>, key: readonly unknown[]): UseQueryResult<Answer> {
  const asked = hashKey(key)
  const [told, setTold] = useState<{ error: Error; asked: string } | null>(null)
  const answered = read.data !== undefined && !read.isPlaceholderData
  const stays = told?.asked === asked && !answered ? told.error : null
  const error = read.error ?? stays
  if (error ? told?.error !== error || told.asked !== asked : told) setTold(error && { error, asked })
  if (read.error || !error) return read
  const failed = { error, data: undefined, isPending: false, isPlaceholderData: false }
  // What else is looked at is the query's own, which notes that it is.
  return Object.create(read, Object.getOwnPropertyDescriptors(failed))
}
