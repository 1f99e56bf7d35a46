import { Checkbox, TextInput } from '@mantine/core'
import { entryShownMinutes, type InsideSettings } from '@torniquete/contract/members/inside.ts'
import { type Stored, usePageForm } from '../../../forms/use-record-form.tsx'
import { useLiveStored } from '../../../forms/use-stored.ts'
import { QueryState } from '../../../kit/LoadError.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { WholeNumberField } from '../../../kit/TypedField.tsx'
import classes from './gym.module.css'

const toValues = ({ capacity, tells, hours, closes_at }: InsideSettings) => ({
  capacity: String(capacity ?? ''),
  tells,
  hours: String(hours),
  closes_at: closes_at ?? '',
})

/** Occupancy limit, and the time after which a person counts as departed. */
export function InsideForm({ zone }: { zone: string }) {
  const { stored, query } = useLiveStored('inside.settings')
  return stored ? <Form stored={stored} zone={zone} /> : <QueryState queries={[query]} />
}

function Form({ stored, zone }: { stored: Stored<InsideSettings>; zone: string }) {
  const { form, field, dialog } = usePageForm({
    stored,
    toValues,
    numbers: ['capacity', 'hours'],
    update: (_, body, __, send) => send('inside.update-settings', { body }),
    updated: 'Aforo guardado',
  })
  return (
    <PageForm {...dialog} title="Aforo y salidas" submitLabel="Guardar" ready={dialog.dirty}>
      <WholeNumberField
        min={1}
        max={100_000}
        {...field('capacity', 'Aforo', {
          description: 'Cuántas personas pueden estar dentro a la vez; vacío: sin límite',
        })}
      />
      {form.values.capacity !== '' && (
        <Checkbox {...field('tells', 'Avisar cuando se supera el aforo', { type: 'checkbox' })} />
      )}
      <div className={classes.fields}>
        <WholeNumberField
          required
          min={1}
          max={24}
          {...field('hours', 'Horas hasta suponer que salió', {
            description: `Sin salida registrada. Donde ningún dispositivo cuenta salidas son ${entryShownMinutes} minutos`,
          })}
        />
        <TextInput
          type="time"
          {...field('closes_at', 'Hora de cierre', {
            description: `En la hora del gimnasio (${zone}); a esa hora se supone que salieron todos`,
          })}
        />
      </div>
    </PageForm>
  )
}
