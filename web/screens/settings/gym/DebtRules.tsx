import { Checkbox } from '@mantine/core'
import type { DebtRules as Rules } from '@torniquete/contract/till/debts.ts'
import { HelpLink } from '../../../features/help/HelpLink.tsx'
import { type Stored, usePageForm } from '../../../forms/use-record-form.tsx'
import { useStored } from '../../../forms/use-stored.ts'
import { QueryState } from '../../../kit/LoadError.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { MoneyField, WholeNumberField } from '../../../kit/TypedField.tsx'
import classes from './gym.module.css'

const toValues = ({ is_on, gym_admin, gym_worker, bars_after }: Rules) => ({
  is_on,
  gym_worker: gym_worker ?? '',
  gym_admin: gym_admin ?? '',
  bars_after: String(bars_after ?? ''),
})

/** Settings for debts: allowed or not, limits, effect at the door. */
export function DebtRules() {
  const { stored, query } = useStored('debts.rules', {})
  return stored ? <Form stored={stored} /> : <QueryState queries={[query]} />
}

function Form({ stored }: { stored: Stored<Rules> }) {
  const { form, field, dialog } = usePageForm({
    stored,
    toValues,
    update: (_, body, ifMatch, send) => send('debts.set-rules', { body, ifMatch }),
    updated: 'Deudas guardadas',
  })
  return (
    <PageForm {...dialog} title="Deudas" submitLabel="Guardar" ready={dialog.dirty}>
      <Checkbox
        {...field('is_on', 'Se puede dejar a deber', {
          type: 'checkbox',
          description: 'Una venta o membresía se paga en parte, y lo demás queda en la ficha del cliente',
        })}
      />
      {form.values.is_on && (
        <>
          <div className={classes.fields}>
            <MoneyField
              {...field('gym_worker', 'Límite si vende un trabajador', {
                description: 'Lo que un cliente llega a deber; 0: nada, vacío: sin límite',
              })}
            />
            <MoneyField
              {...field('gym_admin', 'Límite si vende un administrador', {
                description: 'El Super Administrador no tiene límite',
              })}
            />
          </div>
          <WholeNumberField
            min={0}
            max={365}
            {...field('bars_after', 'Días de plazo antes de cerrarle la puerta', {
              description: 'Desde el día de su deuda más antigua; vacío: siempre abre',
            })}
          />
        </>
      )}
      <HelpLink page="deudas" apart>
        Cómo se deja a deber y se cobra
      </HelpLink>
    </PageForm>
  )
}
