import { Anchor, Switch, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { useSave } from '../../../forms/use-save.ts'
import { PageForm } from '../../../kit/PageForm.tsx'
import { WholeNumberField } from '../../../kit/TypedField.tsx'
import { screens } from '../../../navigation/screens.ts'
import type { SettingsForm } from '../use-settings-form.ts'
import { type ReportValues, valuesOf } from './report-values.ts'

export function DailyReportCard({ form, zone }: { form: SettingsForm<ReportValues>; zone: string }) {
  const save = useSave({
    run: (values: ReportValues, send) => send('report-schedule.update', { body: values }),
    done: 'Reporte diario guardado',
    onSaved: (stored, sent) => form.adopt(sent, valuesOf(stored)),
    setErrors: form.setErrors,
  })
  const channels = useEndpoint('outbox.status', {}).data?.channels
  const { isActive, report_time, report_phone_number } = form.values
  const incomplete = isActive && (report_time === '' || !report_phone_number.trim())
  return (
    <PageForm
      title="Reportes Diarios"
      submitLabel="Guardar"
      pending={save.pending}
      dirty={form.isDirty()}
      ready={form.isDirty()}
      onSubmit={form.onSubmit((values) => save.submit(values))}
    >
      <Text size="sm" c="dimmed">
        Un resumen del día: ingresos, asistencias, membresías nuevas y vencidas, y productos por agotarse.
      </Text>
      <Anchor fz="sm" w="fit-content" renderRoot={(props) => <Link to={screens.dailyReport.path} {...props} />}>
        Ver el informe de hoy
      </Anchor>
      <Switch label="Enviar el reporte diario" {...form.getInputProps('isActive', { type: 'checkbox' })} />
      {incomplete && (
        <Text size="sm" c="var(--tone-warn)">
          Sin hora y teléfono no se envía ningún reporte.
        </Text>
      )}
      {isActive && channels && !channels.includes('whatsapp') && (
        <Text size="sm" c="var(--tone-warn)">
          Los reportes salen por WhatsApp, que no está configurado en esta instalación: se quedan guardados en los
          mensajes del gimnasio.
        </Text>
      )}
      <WholeNumberField
        label="Hora del reporte"
        description={`De 0 a 23, en la hora del gimnasio (${zone}). Antes de las 12 cuenta el día anterior; si la hora de hoy ya pasó, el primero sale mañana.`}
        min={0}
        max={23}
        {...form.getInputProps('report_time')}
      />
      <TextInput
        label="Teléfono que recibe el reporte"
        type="tel"
        maxLength={20}
        autoComplete="off"
        {...form.getInputProps('report_phone_number')}
      />
    </PageForm>
  )
}
