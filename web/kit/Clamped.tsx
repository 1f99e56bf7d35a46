import classes from './kit.module.css'

const titleOf = (text: string) => (text.length > 24 ? text : undefined)

/** A text that may be long, on two lines or three; the whole of it in its title. */
export function Clamped({ children, lines = 2 }: { children: string; lines?: 2 | 3 }) {
  return (
    <span className={classes.clamped} data-lines={lines} title={titleOf(children)}>
      {children}
    </span>
  )
}

/** The name of what a row is of, where nothing opens by it. */
export function Named({ children }: { children: string }) {
  return (
    <strong className={classes.clamped} title={titleOf(children)}>
      {children}
    </strong>
  )
}
