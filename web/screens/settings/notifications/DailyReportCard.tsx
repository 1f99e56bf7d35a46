import '@mantine/core/styles/Switch.layer.css'
import { Button, Switch, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReportMail, type ReportSchedule, ReportScheduleChange } from '@torniquete/contract/messaging/messages.ts'
import type { Channel } from '@torniquete/contract/messaging/outbox.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { validateWith } from '../../../forms/form-errors.ts'
import { type Stored, usePageForm } from '../../../forms/use-record-form.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { WholeNumberField } from '../../../kit/TypedField.tsx'
import { screens } from '../../../navigation/screens.ts'

const toValues = (schedule: ReportSchedule) => ({
  // '' while empty.
  report_time: String(schedule.report_time ?? ''),
  report_phone_number: schedule.report_phone_number ?? '',
  isActive: schedule.isActive,
})

const validate = validateWith(ReportScheduleChange)

interface DailyReportCardProps {
  stored: Stored<ReportSchedule>
  mail: ReportMail
  zone: string
}

/** Reason why nothing, or not everything, is sent; otherwise null. */
function warningOf(
  hour: string,
  phone: string,
  mails: boolean,
  channels: readonly Channel[] | undefined,
): string | null {
  if (hour === '') return 'Sin hora no se envía ningún reporte.'
  if (!phone && !mails) return 'Sin teléfono ni correos no se envía ningún reporte.'
  if (!channels) return null
  const lacks = [
    phone && !channels.includes('whatsapp') && 'WhatsApp',
    mails && !channels.includes('email') && 'el correo',
  ].filter(Boolean)
  if (lacks.length === 0) return null
  return `Falta configurar ${lacks.join(' y ')}, arriba en Canales: hasta entonces esos reportes se quedan en los mensajes del gimnasio.`
}

export function DailyReportCard({ stored, mail, zone }: DailyReportCardProps) {
  const { form, field, dialog } = usePageForm({
    stored,
    toValues,
    validate,
    numbers: ['report_time'],
    update: (_, body, __, send) => send('report-schedule.update', { body }),
    updated: 'Reporte diario guardado',
  })
  const channels = useEndpoint('outbox.status', {}).data?.channels
  const { isActive, report_time, report_phone_number } = form.values
  const mails = (mail.emails ?? mail.usual).length > 0
  const warning = isActive && warningOf(report_time, report_phone_number.trim(), mails, channels)
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
      <Switch {...field('isActive', 'Enviar el reporte diario', { type: 'checkbox' })} />
      {warning && (
        <Text size="sm" c="var(--tone-warn)">
          {warning}
        </Text>
      )}
      <WholeNumberField
        min={0}
        max={23}
        {...field('report_time', 'Hora del reporte', {
          description: `De 0 a 23, en la hora del gimnasio (${zone}). Antes de las 12 cuenta el día anterior; si la hora de hoy ya pasó, el primero sale mañana.`,
        })}
      />
      <TextInput
        type="tel"
        maxLength={20}
        {...field('report_phone_number', 'Teléfono que recibe el reporte', {
          description: 'Por WhatsApp; vacío, solo por correo.',
        })}
      />
    </PageForm>
  )
}
