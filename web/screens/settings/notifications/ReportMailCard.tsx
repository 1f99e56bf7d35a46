import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { ReportMail } from '@torniquete/contract/messaging/messages.ts'
import { type Stored, usePageForm } from '../../../forms/use-record-form.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'

const choices = [
  { value: 'usual', label: 'A los super administradores' },
  { value: 'these', label: 'A estas direcciones' },
  { value: 'nobody', label: 'A nadie' },
]

const showChoice = (whom: string) => choices.find(({ value }) => value === whom)?.label ?? ''

function toValues({ emails }: ReportMail) {
  const some = emails ?? []
  return { whom: emails === null ? 'usual' : some.length > 0 ? 'these' : 'nobody', emails: some.join(', ') }
}

const listed = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

function toBody({ whom, emails }: ReturnType<typeof toValues>): Pick<ReportMail, 'emails'> {
  if (whom === 'usual') return { emails: null }
  return { emails: whom === 'these' ? listed(emails) : [] }
}

/** The server checks more; this identifies the wrong address. */
function validate({ whom, emails }: ReturnType<typeof toValues>): Record<string, string> {
  if (whom !== 'these') return {}
  const all = listed(emails)
  const wrong = all.find((each) => !/^[^@]+@[^@]+\.[^@.]+$/.test(each))
  if (wrong) return { emails: `«${wrong}» no es un correo válido` }
  return all.length === 0 ? { emails: 'Escribe al menos un correo' } : {}
}

/** Mail recipients of the daily report, at the hour set above. */
export function ReportMailCard({ stored }: { stored: Stored<ReportMail> }) {
  const { form, field, dialog } = usePageForm({
    stored,
    toValues,
    toBody,
    validate,
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
