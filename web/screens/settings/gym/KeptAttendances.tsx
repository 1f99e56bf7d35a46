// For how long the gym keeps who came when. Asked apart from the gym's other data: less time is a loss that is confirmed.
import { NativeSelect, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { addYears, dayIn, showDay, showYears } from '@torniquete/contract/dates.ts'
import { type GymInfo, keepsLess, keptYears } from '@torniquete/contract/gym-info.ts'
import { useState } from 'react'
import { now } from '../../../api/server-clock.ts'
import { useRebased } from '../../../forms/use-rebased.ts'
import { useSave } from '../../../forms/use-save.ts'
import { ConfirmDialog } from '../../../kit/confirm-on-demand.ts'
import { PageForm } from '../../../kit/PageForm.tsx'

type Years = GymInfo['keep_attendances_years']

const forEver = { value: '', label: 'Para siempre' }
const choices = [forEver, ...keptYears.map((years) => ({ value: String(years), label: showYears(years) }))]

const valuesOf = ({ keep_attendances_years: years }: Pick<GymInfo, 'keep_attendances_years'>) => ({
  years: years === null ? '' : String(years),
})
/** One that only a newer server offers too. */
const yearsOf = (value: string): Years => (value === '' ? null : (Number(value) as Years)) // of the select, or stored

export function KeptAttendances({ gym }: { gym: GymInfo }) {
  const stored = valuesOf(gym)
  const form = useForm({ initialValues: stored })
  const { adopt } = useRebased(form, stored)
  const [asking, setAsking] = useState(false)
  const shown = gym.keep_attendances_years
  const save = useSave({
    run: ({ years }: typeof stored, send) =>
      send('gym-info.update', { body: { keep_attendances_years: yearsOf(years), kept_before: shown } }),
    done: 'Plazo de las asistencias guardado',
    onSaved: (saved, sent) => adopt(sent, valuesOf(saved)),
    setErrors: ({ keep_attendances_years: years }) => years && form.setErrors({ years }),
  })
  const years = yearsOf(form.values.years)
  const submit = () => {
    setAsking(false)
    save.submit(form.getValues())
  }
  return (
    <>
      <PageForm
        title="Quién vino y cuándo"
        submitLabel="Guardar"
        pending={save.pending}
        dirty={form.isDirty()}
        ready={form.isDirty()}
        onSubmit={() => (keepsLess(shown, years) ? setAsking(true) : submit())}
      >
        <NativeSelect
          label="Conservar quién vino"
          data={shown === null || keptYears.includes(shown) ? choices : [...choices, String(shown)]}
          maw={{ xs: 320 }}
          {...form.getInputProps('years')}
        />
        {years === null ? (
          <Text size="sm" c="dimmed">
            No se borra nada. Elige un plazo solo si una ley o el gimnasio piden que no se sepa más tiempo quién vino.
          </Text>
        ) : (
          <WhatHappens years={years} />
        )}
      </PageForm>
      {asking && years !== null && (
        <ConfirmDialog
          opened
          title="Conservar menos tiempo"
          confirmLabel="Borrar los nombres"
          onConfirm={submit}
          onCancel={() => setAsking(false)}
        >
          <WhatIsLost years={years} zone={gym.timeZone} />
        </ConfirmDialog>
      )}
    </>
  )
}

function WhatHappens({ years }: { years: number }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        Cuando una asistencia cumple {showYears(years)}, pasa a «Cliente Anónimo»: queda la hora y se borran quién
        entró, con qué membresía y su número en el dispositivo. De las aperturas a mano se borran el motivo y la venta.
      </Text>
      <Text size="sm" c="dimmed">
        Los informes de esos días siguen diciendo lo mismo. Las ventas y los pagos conservan su cliente. Las copias de
        seguridad ya hechas y la memoria de los dispositivos no cambian.
      </Text>
      <Text size="sm" c="var(--tone-warn)">
        Lo borrado no se puede recuperar, tampoco si después eliges más tiempo.
      </Text>
    </>
  )
}

function WhatIsLost({ years, zone }: { years: number; zone: string }) {
  return (
    <>
      Las asistencias anteriores al {showDay(addYears(dayIn(zone, now()), -years))} quedarán sin nombre dentro de la
      próxima hora y, desde entonces, cada día las que cumplan {showYears(years)}.{' '}
      <strong>No se puede deshacer.</strong>
    </>
  )
}
