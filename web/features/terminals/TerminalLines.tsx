import type { StateLine } from './terminal-words.ts'
import classes from './terminals.module.css'

/** What is to be known of a terminal, line by line. */
export function TerminalLines({ lines }: { lines: readonly StateLine[] }) {
  return (
    <ul className={classes.lines}>
      {lines.map(({ tone, text }) => (
        <li key={text} data-tone={tone}>
          {text}
        </li>
      ))}
    </ul>
  )
}
