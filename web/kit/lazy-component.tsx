import { type FunctionComponent, type ReactNode, useEffect, useReducer, useState } from 'react'
import { LoadError, type RefetchableQuery } from './LoadError.tsx'
import { waitUntilPageIdle } from './wait-until-page-idle.ts'

const retryDelayMs = 5000
const retryPause = () => new Promise((resolve) => setTimeout(resolve, retryDelayMs))

const notFetched = {
  name: 'No se pudo cargar esta parte',
  message: 'No hay conexión con el servidor, o tiene una versión nueva.',
}

async function isServed(): Promise<boolean> {
  const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.ok ?? false
}

/** Retries loading until it succeeds. Rejects if the server answers but lacks the file: the page is outdated then. */
export async function fetchCodeWithRetry<Code>(fetchCode: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await fetchCode()
    } catch (error) {
      console.error(error)
      if (await isServed()) throw error
      await retryPause()
    }
  }
}

interface LazyComponent<Props> extends FunctionComponent<Props> {
  /** Loads the code in advance; if that fails, loading is tried again when the component renders. */
  preload: () => Promise<void>
}

/** `Waiting` is shown while the code loads, in the place of the component. */
export function makeLazyWithPlaceholder<Props extends object>(
  fetchCode: () => Promise<FunctionComponent<Props>>,
  Waiting: FunctionComponent<{ state: RefetchableQuery; props: Props }>,
): LazyComponent<Props> {
  let Component: FunctionComponent<Props> | null = null
  const load = async () => {
    Component ??= await fetchCode()
  }
  function Part(props: Props) {
    const [, redraw] = useReducer((count: number) => count + 1, 0)
    const [error, setError] = useState<RefetchableQuery['error']>(null)
    useEffect(() => {
      let isLeft = false
      const loadUntilLeft = async () => {
        while (!Component && !isLeft)
          await load().then(redraw, (problem: unknown) => {
            console.error(problem)
            setError(notFetched)
            return retryPause()
          })
      }
      void loadUntilLeft()
      return () => {
        isLeft = true
      }
    }, [])
    const refetch = () =>
      load().then(redraw, async () => {
        // Reloads the page: some browsers cache a failed import, and an update of the server renames files.
        if (await isServed()) window.location.reload()
      })
    return Component ? <Component {...props} /> : <Waiting state={{ error, refetch }} props={props} />
  }
  return Object.assign(Part, { preload: () => load().catch(() => undefined) })
}

export const makeLazyComponent = <Props extends object>(
  fetchCode: () => Promise<FunctionComponent<Props>>,
  fallback: ReactNode = null,
): LazyComponent<Props> =>
  makeLazyWithPlaceholder(fetchCode, ({ state }) => (state.error ? <LoadError query={state} /> : fallback))

/** Preloads code once the page is idle. Pass the same parts in each render. */
export function usePreload(...parts: readonly Pick<LazyComponent<object>, 'preload'>[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own parts, which never change.
  useEffect(() => void waitUntilPageIdle().then(() => parts.map(({ preload }) => preload())), [])
}
