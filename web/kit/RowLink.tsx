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

export const RowLink = createLink(Anchor)
