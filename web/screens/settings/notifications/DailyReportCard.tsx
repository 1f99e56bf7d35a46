import { Button, Switch, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReportSchedule, ReportScheduleChange } from '@torniquete/contract/messages.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { validateWith } from '../../../forms/form-errors.ts'
import { type Stored, usePageForm } from '../../../forms/use-record-form.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { WholeNumberField } from '../../../kit/TypedField.tsx'
import { screens } from '../../../navigation/screens.ts'

const valuesOf = (schedule: ReportSchedule) => ({
  // '' while nothing is written.
  report_time: String(schedule.report_time ?? ''),
  report_phone_number: schedule.report_phone_number ?? '',
  isActive: schedule.isActive,
})

/** Values and body share their fields. */
const bodyOf = (values: ReturnType<typeof valuesOf>) => values
const validate = validateWith(ReportScheduleChange, bodyOf)

export function DailyReportCard({ stored, zone }: { stored: Stored<ReportSchedule>; zone: string }) {
  const { form, field, dialog } = usePageForm({
    stored,
    valuesOf,
    bodyOf,
    validate,
    update: (_, body, __, send) => send('report-schedule.update', { body }),
    updated: 'Reporte diario guardado',
  })
  const channels = useEndpoint('outbox.status', {}).data?.channels
  const { isActive, report_time, report_phone_number } = form.values
  const incomplete = isActive && (report_time === '' || !report_phone_number.trim())
  return (
    <PageForm {...dialog} title="Reportes Diarios" submitLabel="Guardar" ready={dialog.dirty}>
      <Text size="sm" c="dimmed">
        Un resumen del día: ingresos, asistencias, membresías nuevas y vencidas, y productos por agotarse.
      </Text>
      <Button
        variant="subtle"
        px={0}
        w="fit-content"
        renderRoot={(props) => <Link to={screens.dailyReport.path} {...props} />}
      >
        Ver el informe de hoy
      </Button>
      <Switch label="Enviar el reporte diario" {...field('isActive', { type: 'checkbox' })} />
      {incomplete && (
        <Text size="sm" c="var(--tone-warn)">
          Sin hora y teléfono no se envía ningún reporte.
        </Text>
      )}
      {isActive && channels && !channels.includes('whatsapp') && (
        <Text size="sm" c="var(--tone-warn)">
          Los reportes salen por WhatsApp, que no está configurado: se quedan guardados en los mensajes del gimnasio.
        </Text>
      )}
      <WholeNumberField
        label="Hora del reporte"
        min={0}
        max={23}
        {...field('report_time', {
          description: `De 0 a 23, en la hora del gimnasio (${zone}). Antes de las 12 cuenta el día anterior; si la hora de hoy ya pasó, el primero sale mañana.`,
        })}
      />
      <TextInput
        label="Teléfono que recibe el reporte"
        type="tel"
        maxLength={20}
        autoComplete="off"
        {...field('report_phone_number')}
      />
    </PageForm>
  )
}
