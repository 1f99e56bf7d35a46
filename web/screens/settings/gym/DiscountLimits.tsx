import type { DiscountLimits as Limits } from '@torniquete/contract/till/discounts.ts'
import { type Stored, usePageForm } from '../../../forms/use-record-form.tsx'
import { useLiveStored } from '../../../forms/use-stored.ts'
import { QueryState } from '../../../kit/LoadError.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { PercentField } from '../../../kit/TypedField.tsx'
import classes from './gym.module.css'

const toValues = ({ gym_admin, gym_worker }: Limits) => ({
  gym_admin: String(gym_admin),
  gym_worker: String(gym_worker),
})

/** Each role's discount limit. */
export function DiscountLimits() {
  const { stored, query } = useLiveStored('discounts.limits')
  return stored ? <Form stored={stored} /> : <QueryState queries={[query]} />
}

function Form({ stored }: { stored: Stored<Limits> }) {
  const { field, dialog } = usePageForm({
    stored,
    toValues,
    update: (_, body, __, send) => send('discounts.set-limits', { body }),
    updated: 'Descuentos guardados',
  })
  return (
    <PageForm {...dialog} title="Descuentos" submitLabel="Guardar" ready={dialog.dirty}>
      <div className={classes.fields}>
        <PercentField
          required
          {...field('gym_worker', 'Trabajadores, hasta', {
            description: 'De cada producto de una venta; 0: ningún descuento',
          })}
        />
        <PercentField
          required
          {...field('gym_admin', 'Administradores, hasta', { description: 'El Super Administrador no tiene límite' })}
        />
      </div>
    </PageForm>
  )
}
