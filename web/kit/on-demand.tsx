// Pieces whose code is fetched when they are shown: a spinner until it is there, and where it cannot be fetched, that, with
// a button that tries again. After an update of the server the former build's files are gone: then the page is loaded anew.
import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useReducer, useState } from 'react'
import { type Close, DialogFrame } from './DialogFrame.tsx'
import { LoadError } from './LoadError.tsx'
import classes from './on-demand.module.css'
import { Spinner } from './Spinner.tsx'
import { mayLeave } from './unsaved.ts'
import { fetchVisible, fetchWhenIdle } from './when-idle.ts'

interface Loading<Props> {
  component: ComponentType<Props> | null
  load: () => Promise<void>
}

type PropsOf<Component> = Component extends (props: infer Props extends object) => unknown ? Props : object

type State = 'loading' | 'failed'

const failedText = 'No se pudo cargar esta parte'

/** Milliseconds until what failed is tried again by itself, where nobody is asked to. */
const retryAfter = 5_000

function useLoading<Props>(loading: Loading<Props>, bySelf: boolean): { state: State; retry: () => void } {
  const [state, setState] = useState<State>('loading')
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const [attempt, retry] = useReducer((count: number) => count + 1, 0)
  // What was drawn without it: it may have come since, and before this effect.
  const missing = loading.component === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is one more; what was missing is asked for once.
  useEffect(() => {
    if (!missing) return
    let left = false
    let again: ReturnType<typeof setTimeout> | undefined
    setState('loading')
    fetchVisible(loading.load).then(
      () => !left && drawAgain(),
      (error: unknown) => {
        console.error(error)
        if (left) return
        setState('failed')
        if (bySelf) again = setTimeout(retry, retryAfter)
        else if (attempt > 0) void loadAnewWhereServed()
      },
    )
    return () => {
      left = true
      clearTimeout(again)
    }
  }, [loading, attempt])
  return { state, retry }
}

const notFetched = { name: failedText, message: 'No hay conexión con el servidor, o tiene una versión nueva.' }

function Waiting({ state, retry }: { state: State; retry: () => void }) {
  if (state === 'loading') return <Spinner />
  return (
    <>
      <LoadError query={{ error: notFetched, refetch: retry }} />
      <button type="button" className={classes.plain} onClick={() => void reloadPage()}>
        Volver a cargar la página
      </button>
    </>
  )
}

/** Browsers exist that remember that a file could not be fetched, and ask for it no more until the page is loaded anew. */
async function loadAnewWhereServed(): Promise<void> {
  const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (answer?.ok) await reloadPage()
}

/** Never over anything unsaved without asking. */
export async function reloadPage(): Promise<void> {
  if (await mayLeave()) window.location.reload()
}

export interface OnDemand<Props> extends FunctionComponent<Props> {
  /** Fetches the code beforehand; where that fails, it is fetched again when it is shown. */
  preload: () => Promise<void>
  /** True if the code is there: what is shown is drawn at once. */
  isThere: () => boolean
}

/** What will be opened from a page: fetched once the page stands. Always the same pieces. */
export function usePreload(...pieces: readonly Pick<OnDemand<object>, 'preload'>[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own, for good.
  useEffect(() => fetchWhenIdle(pieces.map(({ preload }) => preload)), [])
}

function onDemandIn<Code extends object, Name extends keyof Code>(
  fetchCode: () => Promise<Code>,
  name: Name,
  frame: (content: ReactNode, props: PropsOf<Code[Name]>, state: State) => ReactNode,
  bySelf = false,
): OnDemand<PropsOf<Code[Name]>> {
  type Props = PropsOf<Code[Name]>
  const loading: Loading<Props> = {
    component: null,
    load: async () => {
      loading.component ??= (await fetchCode())[name] as ComponentType<Props> // as whoever names it says
    },
  }
  function Piece(props: Props) {
    const waiting = useLoading(loading, bySelf)
    const Component = loading.component
    return Component ? <Component {...props} /> : frame(<Waiting {...waiting} />, props, waiting.state)
  }
  return Object.assign(Piece, {
    preload: () => loading.load().catch(() => undefined),
    isThere: () => loading.component !== null,
  })
}

/** A part of a page, as its file exports it; `Meanwhile` stands where it will be, where the person must not do without. */
export function onDemand<Code extends object, Name extends keyof Code>(
  fetchCode: () => Promise<Code>,
  name: Name,
  Meanwhile?: ComponentType<PropsOf<Code[Name]>>,
) {
  const waiting = (content: ReactNode, props: PropsOf<Code[Name]>) => (Meanwhile ? <Meanwhile {...props} /> : content)
  return onDemandIn(fetchCode, name, waiting, Meanwhile !== undefined)
}

/** By its `onClose` or `onCancel`; a dialog that has neither stays until it is answered. */
const useOwnClose = (props: { onClose?: () => void; onCancel?: () => void }): Close =>
  props.onClose ?? props.onCancel ?? null

/** A dialog, in a frame of its own until it is there; `useClose` is the hook by which that frame is closed. */
export function dialogOnDemand<Code extends object, Name extends keyof Code>(
  fetchCode: () => Promise<Code>,
  name: Name,
  useClose: (props: PropsOf<Code[Name]>) => Close = useOwnClose,
) {
  return onDemandIn(fetchCode, name, (content, props, state) => (
    <DialogFrame
      title={state === 'loading' ? 'Cargando…' : failedText}
      waits={state === 'loading'}
      useClose={() => useClose(props)}
    >
      {content}
    </DialogFrame>
  ))
}
