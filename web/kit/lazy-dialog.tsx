import type { FunctionComponent } from 'react'
import { LoadingDialog } from './LoadingDialog.tsx'
import { makeLazyPart } from './lazy-component.tsx'

export const makeLazyDialog = <Props extends object>(
  fetchCode: () => Promise<FunctionComponent<Props>>,
  useClose: (props: Props) => () => unknown,
) =>
  makeLazyPart(fetchCode, ({ state, props }) => (
    <LoadingDialog title="Cargando…" query={state} onClose={useClose(props)} />
  ))
