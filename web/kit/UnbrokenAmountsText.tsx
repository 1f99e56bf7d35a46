import { Fragment } from 'react'
import classes from './kit.module.css'

const amount = /([−+-]?\$[ \u00a0][\d,]+\.\d\d|N\.º[ \u00a0]\d+)/

/** A sentence whose amounts and numbers do not wrap, although `$ 35.00` and `N.º 3` contain ordinary spaces. */
export function UnbrokenAmountsText({ children }: { children: string }) {
  const parts = children.split(amount)
  if (parts.length === 1) return children
  return (
    <span>
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence stay where they are.
          <span key={at} className={classes.number}>
            {part}
          </span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <Fragment key={at}>{part}</Fragment>
        ),
      )}
    </span>
  )
}
