import type { FunctionComponent } from 'react'
import { LoadingDialog } from './LoadingDialog.tsx'
import { lazyPart } from './lazy-component.tsx'

/** A dialog whose code is fetched when it is first opened; until then a dialog with a spinner stands in its place. */
export const lazyDialog = <Props extends object>(
  fetchCode: () => Promise<FunctionComponent<Props>>,
  useClose: (props: Props) => () => unknown,
) =>
  lazyPart(fetchCode, ({ state, props }) => <LoadingDialog title="Cargando…" query={state} onClose={useClose(props)} />)
