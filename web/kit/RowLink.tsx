import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import classes from './kit.module.css'

function Anchor({ children, ...props }: ComponentProps<'a'>) {
  return (
    <a {...props} className={classes.rowLink} title={typeof children === 'string' ? children : undefined} data-opens>
      {children}
    </a>
  )
}

/** The link of a row; clicks on the row go to it. */
export const RowLink = createLink(Anchor)
