import type { FunctionComponent } from 'react'
import { LoadingDialog } from './LoadingDialog.tsx'
import { lazyPart } from './lazy-component.tsx'

export const lazyDialog = <Props extends object>(
  fetchCode: () => Promise<FunctionComponent<Props>>,
  useClose: (props: Props) => () => unknown,
) =>
  lazyPart(fetchCode, ({ state, props }) => <LoadingDialog title="Cargando…" query={state} onClose={useClose(props)} />)
