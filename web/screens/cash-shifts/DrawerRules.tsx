import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../forms/use-save.ts'

/** The gym's rules for cash drawers. */
export function DrawerRules() {
  const rules = useEndpoint('cash-shifts.rules', {}).data
  const [wanted, setWanted] = useState(false)
  const { submit, pending } = useSave({
    run: (needs_shift: boolean, send) => send('cash-shifts.set-rules', { body: { needs_shift } }),
    done: ({ needs_shift }) =>
      needs_shift ? 'En efectivo se cobra solo con la caja abierta' : 'Con la caja cerrada solo se avisa',
  })
  return (
    <Checkbox
      label="En efectivo, cobrar solo con la caja abierta"
      description="Sin marcar, quien cobra con la caja cerrada recibe un aviso y puede seguir."
      checked={pending ? wanted : (rules?.needs_shift ?? false)}
      disabled={!rules}
      onChange={(event) => {
        setWanted(event.currentTarget.checked)
        submit(event.currentTarget.checked)
      }}
    />
  )
}
