import type { ReactNode } from 'react'
import classes from './kit.module.css'

/** Notices above a page. The region is mounted from the start, so that screen readers announce new notices. */
export const NoticesRegion = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="status" aria-label={label} className={classes.notices}>
    {children}
  </div>
)
