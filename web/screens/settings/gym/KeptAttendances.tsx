// Retention of attendances. Saved separately: a shorter time deletes data after a confirmation.
import { NativeSelect, Text } from '@mantine/core'
import { type GymInfo, isShorterRetention, retentionYears } from '@torniquete/contract/admin/gym-info.ts'
import { addYears, dayInZone, showDay, showYears } from '@torniquete/contract/shared/dates.ts'
import { type FormEvent, useRef, useState } from 'react'
import { now } from '../../../api/server-clock.ts'
import { type Stored, usePageForm } from '../../../forms/use-record-form.tsx'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'

type Years = GymInfo['keep_attendances_years']

const forEver = { value: 'forever', label: 'Para siempre' }
const choices = [forEver, ...retentionYears.map((years) => ({ value: String(years), label: showYears(years) }))]
const labelOf = (value: string) => (value === forEver.value ? forEver.label : showYears(Number(value)))

const toValues = ({ keep_attendances_years: years }: GymInfo) => ({
  keep_attendances_years: years === null ? forEver.value : String(years),
})
/** Accepts values that only a newer server offers. */
const yearsOf = (value: string): Years => (value === forEver.value ? null : (Number(value) as Years))
const toBody = (values: ReturnType<typeof toValues>) => ({
  keep_attendances_years: yearsOf(values.keep_attendances_years),
})

export function KeptAttendances({ stored }: { stored: Stored<GymInfo> }) {
  const shown = stored.row.keep_attendances_years
  /** Values shown at the time of the save, before changes that arrived during the confirmation. */
  const before = useRef(shown)
  const { form, field, dialog } = usePageForm({
    stored,
    toValues,
    toBody,
    update: (_, body, _tag, send) => send('gym-info.update', { body: { ...body, kept_before: before.current } }),
    updated: 'Plazo de las asistencias guardado',
  })
  const [asking, setAsking] = useState<FormEvent<HTMLFormElement> | null>(null)
  const years = yearsOf(form.values.keep_attendances_years)
  return (
    <>
      <PageForm
        {...dialog}
        title="Historial de visitas"
        submitLabel="Guardar"
        ready={dialog.dirty}
        onSubmit={(event) => {
          before.current = shown
          return isShorterRetention(shown, years) ? setAsking(event) : dialog.onSubmit(event)
        }}
      >
        <NativeSelect
          data={shown === null || retentionYears.includes(shown) ? choices : [...choices, String(shown)]}
          maw={{ xs: 320 }}
          {...field('keep_attendances_years', 'Conservarlo', { show: labelOf })}
        />
        {years === null ? (
          <Text size="sm" c="dimmed">
            No se borra nada. Elige un plazo solo si una ley o el gimnasio piden que no se sepa más tiempo quién vino.
          </Text>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              Cuando una asistencia cumple {showYears(years)}, pasa a «Cliente Anónimo»: queda la hora y se borran quién
              entró, con qué membresía y su número en el dispositivo. De las aperturas a mano se borran el motivo y la
              venta.
            </Text>
            <Text size="sm" c="dimmed">
              Los informes de esos días siguen diciendo lo mismo. Las ventas y los pagos conservan su cliente. Las
              copias de seguridad ya hechas y la memoria de los dispositivos no cambian.
            </Text>
            <Text size="sm" c="var(--tone-warn)">
              Lo borrado no se puede recuperar, tampoco si después eliges más tiempo.
            </Text>
          </>
        )}
      </PageForm>
      {asking && years !== null && (
        <ConfirmDialog
          title="Conservar menos tiempo"
          confirmLabel="Borrar los nombres"
          onConfirm={() => {
            setAsking(null)
            dialog.onSubmit(asking)
          }}
          onCancel={() => setAsking(null)}
        >
          Las asistencias anteriores al {showDay(addYears(dayInZone(stored.row.timeZone, now()), -years))} quedarán sin
          nombre dentro de la próxima hora y, desde entonces, cada día las que cumplan {showYears(years)}.{' '}
          <strong>No se puede deshacer.</strong>
        </ConfirmDialog>
      )}
    </>
  )
}
