import { type FunctionComponent, type ReactNode, useEffect, useReducer, useState } from 'react'
import { LoadError, type RefetchableQuery } from './LoadError.tsx'
import { waitUntilPageIdle } from './wait-until-page-idle.ts'

const retryDelayMs = 5000
const retryPause = () => new Promise((resolve) => setTimeout(resolve, retryDelayMs))

const outdated = {
  name: 'No se pudo cargar esta parte',
  message: 'El servidor tiene una versión nueva: vuelve a cargar la página.',
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
    Component ??= await fetchCodeWithRetry(fetchCode)
  }
  function Part(props: Props) {
    const [, redraw] = useReducer((count: number) => count + 1, 0)
    const [error, setError] = useState<RefetchableQuery['error']>(null)
    useEffect(() => void load().then(redraw, () => setError(outdated)), [])
    if (Component) return <Component {...props} />
    return <Waiting state={{ error, refetch: () => window.location.reload() }} props={props} />
  }
  const preload = async () => {
    Component ??= await fetchCode().catch(() => null)
  }
  return Object.assign(Part, { preload })
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
