import { LoadError } from './LoadError.tsx'
import { Spinner } from './Spinner.tsx'

interface ReadState {
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** Stands where what several reads answer will be: a spinner, or why it does not come. */
export function QueryState({ queries }: { queries: readonly ReadState[] }) {
  const failed = queries.filter(({ error }) => error !== null)
  const error = failed[0]?.error
  if (!error) return <Spinner />
  const retry = () => {
    for (const query of failed) query.refetch()
  }
  return <LoadError error={error} pending={failed.some(({ isFetching }) => isFetching)} onRetry={retry} />
}
