import classes from './kit.module.css'

const titleOf = (text: string) => (text.length > 12 ? text : undefined)

/** A text that may be long, on three lines; the whole of it in its title. */
export function Clamped({ children }: { children: string }) {
  return (
    <span className={classes.clamped} title={titleOf(children)}>
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
