// Parts whose code is fetched when they are first drawn. Where it cannot be fetched they say so, with a button that tries again.
import { type FunctionComponent, type ReactNode, useEffect, useReducer, useState } from 'react'
import { LoadError, type ReadState } from './LoadError.tsx'
import { pageIdle } from './when-idle.ts'

const retryDelayMs = 5000

const notFetched = {
  name: 'No se pudo cargar esta parte',
  message: 'No hay conexión con el servidor, o tiene una versión nueva.',
}

async function isServed(): Promise<boolean> {
  const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.ok ?? false
}

/** Asks for the code again until it comes. Fails if it does not come although the server answers: a new page is needed then. */
export async function fetchUntilLoaded<Code>(fetchCode: () => Promise<Code>): Promise<Code> {
  for (;;) {
    const wasServed = await isServed()
    try {
      return await fetchCode()
    } catch (error) {
      console.error(error)
      if (wasServed) throw error
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    }
  }
}

interface LazyComponent<Props> extends FunctionComponent<Props> {
  /** Fetches the code beforehand; if that fails, it is fetched when it is drawn. */
  preload: () => Promise<void>
}

/** `draw` shows the state while the code is not there, in the frame that the part will have. */
export function lazyPart<Props extends object>(
  fetchCode: () => Promise<FunctionComponent<Props>>,
  draw: FunctionComponent<{ state: ReadState; props: Props }>,
): LazyComponent<Props> {
  const Waiting = draw
  let Component: FunctionComponent<Props> | null = null
  const load = async () => {
    Component ??= await fetchCode()
  }
  function Part(props: Props) {
    const [, redraw] = useReducer((count: number) => count + 1, 0)
    const [error, setError] = useState<ReadState['error']>(null)
    const isMissing = Component === null
    useEffect(() => {
      if (!isMissing) return
      let isLeft = false
      let timer: ReturnType<typeof setTimeout> | undefined
      const attempt = (): Promise<void> =>
        load().then(
          () => {
            if (!isLeft) redraw()
          },
          (problem: unknown) => {
            console.error(problem)
            if (isLeft) return
            setError(notFetched)
            timer = setTimeout(attempt, retryDelayMs)
          },
        )
      void attempt()
      return () => {
        isLeft = true
        clearTimeout(timer)
      }
    }, [isMissing])
    const refetch = () =>
      load().then(redraw, async () => {
        // Browsers exist that do not ask again for a file that once failed, and after an update the file has another name.
        if (await isServed()) window.location.reload()
      })
    return Component ? <Component {...props} /> : <Waiting state={{ error, refetch }} props={props} />
  }
  return Object.assign(Part, { preload: () => load().catch(() => undefined) })
}

/** A part of a page. `fallback` is drawn until its code is there. */
export const lazyComponent = <Props extends object>(
  fetchCode: () => Promise<FunctionComponent<Props>>,
  fallback: ReactNode = null,
): LazyComponent<Props> => lazyPart(fetchCode, ({ state }) => (state.error ? <LoadError query={state} /> : fallback))

/** Fetches the code of parts that may be opened from a page, once the page is idle. Always the same parts. */
export function usePreload(...parts: readonly Pick<LazyComponent<object>, 'preload'>[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own parts, which never change.
  useEffect(() => void pageIdle().then(() => parts.map(({ preload }) => preload())), [])
}
