import type { Leftover } from '../../api/leftovers.ts'
import { onDemand, useAtHand } from '../../kit/on-demand.tsx'
import classes from './pending-sales.module.css'
import { useLeftovers } from './use-leftovers.ts'

interface Waiting {
  leftover: Leftover
}

function plainText({ state, entry: { label } }: Leftover): string {
  if (state === 'done') return `${label} quedó registrada una sola vez.`
  if (state === 'refused') return `${label} no se registró.`
  return `${label} quedó sin respuesta. No se registrará dos veces.`
}

/** Until the code of the notice is there: the line may be cut. */
const Plain = ({ leftover }: Waiting) => <p className={classes.plain}>{plainText(leftover)}</p>

// Mostly there is none; its code is fetched when idle, and again until it comes.
const PendingSale = onDemand<Waiting>(() => import('./PendingSale.tsx').then(({ PendingSale }) => PendingSale), Plain)

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
