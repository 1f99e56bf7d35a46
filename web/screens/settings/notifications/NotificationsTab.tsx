import '@mantine/core/styles/Switch.layer.css'
import { Button, NativeSelect, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  type DailyReportMailSettings,
  type DailyReportSchedule,
  DailyReportScheduleChange,
} from '@torniquete/contract/messaging/messages.ts'
import type { MessageChannel } from '@torniquete/contract/messaging/outbox.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ChannelsPanel } from '../../../features/channels/ChannelsPanel.tsx'
import { OutboxStatusCard } from '../../../features/messages/OutboxStatusCard.tsx'
import { makeValidator, type StoredRow, usePageForm } from '../../../forms/use-record-form.tsx'
import { useStoredSettingsRow } from '../../../forms/use-stored-row.ts'
import { SpinnerOrLoadError } from '../../../kit/LoadError.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { WholeNumberField } from '../../../kit/ParsedField.tsx'
import { screens } from '../../../navigation/screens.ts'
import { useSignedInUser } from '../../../session/session.tsx'
import { ExpiryRemindersCard } from './ExpiryRemindersCard.tsx'

export function NotificationsTab() {
  const config = useStoredSettingsRow('notification-config.read')
  const schedule = useStoredSettingsRow('report-schedule.read')
  const mail = useStoredSettingsRow('report-schedule.mail')
  const { user } = useSignedInUser()
  const gym = useEndpoint('gym-info.read', {})
  if (!config.stored || !schedule.stored || !mail.stored || !gym.data)
    return <SpinnerOrLoadError queries={[config.query, schedule.query, mail.query, gym]} />
  const zone = gym.data.timeZone
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="1.25rem" style={{ alignItems: 'start' }}>
      <ExpiryRemindersCard stored={config.stored} />
      <Stack gap="1.25rem">
        <ChannelsPanel reader={{ email: user.email ?? '', whatsapp: user.phone_number ?? '' }} />
        <DailyReportCard stored={schedule.stored} mail={mail.stored.row} zone={zone} />
        <ReportMailCard stored={mail.stored} />
        <OutboxStatusCard zone={zone} />
      </Stack>
    </SimpleGrid>
  )
}

const scheduleValues = (schedule: DailyReportSchedule) => ({
  report_time: String(schedule.report_time ?? ''),
  report_phone_number: schedule.report_phone_number ?? '',
  isActive: schedule.isActive,
})

const validateSchedule = makeValidator(DailyReportScheduleChange)

function warningOf(
  hour: string,
  phone: string,
  mails: boolean,
  channels: readonly MessageChannel[] | undefined,
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

function DailyReportCard({
  stored,
  mail,
  zone,
}: {
  stored: StoredRow<DailyReportSchedule>
  mail: DailyReportMailSettings
  zone: string
}) {
  const { form, field, dialog } = usePageForm({
    stored,
    toValues: scheduleValues,
    validate: validateSchedule,
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

const choices = [
  { value: 'usual', label: 'A los super administradores' },
  { value: 'these', label: 'A estas direcciones' },
  { value: 'nobody', label: 'A nadie' },
]

const showChoice = (whom: string) => choices.find(({ value }) => value === whom)?.label ?? ''

function mailValues({ emails }: DailyReportMailSettings) {
  const some = emails ?? []
  return { whom: emails === null ? 'usual' : some.length > 0 ? 'these' : 'nobody', emails: some.join(', ') }
}

const listed = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

function mailBody({ whom, emails }: ReturnType<typeof mailValues>): Pick<DailyReportMailSettings, 'emails'> {
  if (whom === 'usual') return { emails: null }
  return { emails: whom === 'these' ? listed(emails) : [] }
}

/** Names the wrong address in a list of e-mail addresses; the server validates more strictly. */
function validateMail({ whom, emails }: ReturnType<typeof mailValues>): Record<string, string> {
  if (whom !== 'these') return {}
  const all = listed(emails)
  const wrong = all.find((each) => !/^[^@]+@[^@]+\.[^@.]+$/.test(each))
  if (wrong) return { emails: `«${wrong}» no es un correo válido` }
  return all.length === 0 ? { emails: 'Escribe al menos un correo' } : {}
}

function ReportMailCard({ stored }: { stored: StoredRow<DailyReportMailSettings> }) {
  const { form, field, dialog } = usePageForm({
    stored,
    toValues: mailValues,
    toBody: mailBody,
    validate: validateMail,
    update: (_, body, __, send) => send('report-schedule.update-mail', { body: { emails: null, ...body } }),
    updated: 'Reporte por correo guardado',
  })
  const { whom } = form.values
  const { usual } = stored.row
  return (
    <PageForm {...dialog} title="Reporte por correo" submitLabel="Guardar" ready={dialog.dirty}>
      <NativeSelect data={choices} {...field('whom', 'A quién se envía', { show: showChoice })} />
      {whom === 'usual' && (
        <Text size="sm" c={usual.length > 0 ? 'dimmed' : 'var(--tone-warn)'}>
          {usual.length > 0
            ? `Ahora: ${usual.join(', ')}.`
            : 'Ningún super administrador tiene un correo en su perfil: no se envía a nadie.'}
        </Text>
      )}
      {whom === 'these' && (
        <TextInput required {...field('emails', 'Correos', { description: 'Separados por comas; como máximo 10.' })} />
      )}
    </PageForm>
  )
}
