import type { ReactNode } from 'react'
import classes from './kit.module.css'

interface NoticesProps {
  label: string
  children: ReactNode
}

/** Above a page. Stands there from the start, so that screen readers hear what appears in it. */
export const Notices = ({ label, children }: NoticesProps) => (
  <div role="status" aria-label={label} className={classes.notices}>
    {children}
  </div>
)
