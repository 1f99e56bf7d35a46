import type { StateLine } from './terminal-words.ts'
import classes from './terminals.module.css'

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
