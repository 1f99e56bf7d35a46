import { onDemand, useAtHand } from '../../kit/on-demand.tsx'
import classes from './pending-sales.module.css'
import { useLeftovers } from './use-leftovers.ts'

// Mostly there is none; its code is at hand before the line is cut.
const PendingSale = onDemand(() => import('./PendingSale.tsx').then(({ PendingSale }) => PendingSale))

/** Says what was left without an answer (a reload, a crash, a line that dropped), repeats it, and says what became of it. */
export function PendingSales() {
  const leftovers = useLeftovers()
  useAtHand(PendingSale)
  return (
    // Stands in the page from the start, so that screen readers hear what appears in it.
    <div role="status" aria-label="Operaciones sin respuesta" className={classes.notices}>
      {leftovers.map((leftover) => (
        <PendingSale key={leftover.entry.key} leftover={leftover} />
      ))}
    </div>
  )
}
