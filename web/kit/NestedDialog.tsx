// A dialog rendered within a form: its events must not reach the form or page.
import type { KeyboardEvent, ReactNode } from 'react'

const keep = (event: KeyboardEvent) => event.stopPropagation()

export const NestedDialog = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the handler only stops keys from reaching the form.
  <div style={{ display: 'contents' }} onKeyDown={keep}>
    {children}
  </div>
)
