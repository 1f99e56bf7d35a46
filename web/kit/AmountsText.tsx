import { Fragment } from 'react'
import classes from './kit.module.css'

const amount = /([−+-]?\$[ \u00a0][\d,]+\.\d\d)/

/** A sentence as it is, whose amounts no line breaks in two: `$ 35.00` is written with an ordinary space. */
export const AmountsText = ({ children }: { children: string }) => (
  <span>
    {children.split(amount).map((part, at) =>
      // The odd ones are what was split by.
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
