import type { FunctionComponent } from 'react'
import { LoadingDialog } from './LoadingDialog.tsx'
import { makeLazyWithPlaceholder } from './lazy-component.tsx'

export const makeLazyDialog = <Props extends object>(
  fetchCode: () => Promise<FunctionComponent<Props>>,
  useClose: (props: Props) => () => unknown,
) =>
  makeLazyWithPlaceholder(fetchCode, ({ state, props }) => (
    <LoadingDialog title="Cargando…" query={state} onClose={useClose(props)} />
  ))
