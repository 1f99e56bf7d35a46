import { type FunctionComponent, lazy, type ReactNode, Suspense } from 'react'

const retryDelayMs = 5000

/** Asks for the code again until it comes, as after a restart of the server. */
export async function fetchUntilLoaded<Code>(fetchCode: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await fetchCode()
    } catch (error) {
      console.error(error)
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    }
  }
}

/** Fetches the code when the component is first drawn, and again until it comes. `fallback` is drawn in the meantime. */
export function lazyComponent<Props extends object>(
  fetchCode: () => Promise<FunctionComponent<Props>>,
  fallback: ReactNode = null,
): FunctionComponent<Props> {
  const Loaded = lazy(async () => ({ default: await fetchUntilLoaded(fetchCode) }))
  return (props) => (
    <Suspense fallback={fallback}>
      <Loaded {...props} />
    </Suspense>
  )
}
