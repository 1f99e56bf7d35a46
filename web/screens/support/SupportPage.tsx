import { Alert, Anchor, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { NewSupportRequest, type SupportRequest } from '@torniquete/contract/admin/support.ts'
import type { Answer } from '@torniquete/contract/endpoints.ts'
import { type ReactNode, useState } from 'react'
import { storedRow } from '../../api/api-error.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { contactLinks } from '../../features/contacts/contact-links.ts'
import { HelpLink } from '../../features/help/HelpLink.tsx'
import { validateWith } from '../../forms/use-record-form.tsx'
import { useSave } from '../../forms/use-save.ts'
import { IconMail, IconMapPin, IconPhone } from '../../kit/icons.ts'
import { QueryState } from '../../kit/LoadError.tsx'
import { PageForm } from '../../kit/PageForm.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { useSignedIn } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import classes from './support.module.css'

export function SupportPage() {
  return (
    <>
      <PageHeader />
      <div className={classes.columns}>
        <SupportForm />
        <ContactInfo />
      </div>
    </>
  )
}

interface SupportValues {
  from_name: string
  email: string
  message: string
}

const validate = validateWith(NewSupportRequest, (values: SupportValues) => values)

const failed = {
  title: 'Error al enviar la solicitud',
  description: 'Ha ocurrido un error al enviar la solicitud. Intentelo de nuevo.',
}

const storedBefore = {
  title: 'Tu solicitud ya estaba guardada',
  description: 'Quedó como la escribiste antes. Para enviar también lo que escribiste después, envíalo como otra.',
}

export function SupportForm() {
  const { user, role } = useSignedIn()
  const gym = useEndpoint('gym-info.read', {}).data?.name ?? null
  const [sent, setSent] = useState<number | null>(null)
  const form = useForm<SupportValues>({
    initialValues: { from_name: user.name, email: user.email ?? '', message: '' },
    validate,
    onValuesChange: ({ message }) => message && setSent(null),
  })
  const save = useSave({
    // Gym and role are sent with the text.
    run: (values: SupportValues, send) => send('support.create', { body: { ...values, gym, userRol: role } }),
    // Not repeated: the form names other ways to get help.
    repeats: false,
    done: 'Solicitud enviada',
    detail: 'Hemos recibido tu solicitud de soporte. Te contactaremos pronto.',
    onSaved: ({ id }, written) => {
      form.setFieldValue('message', '')
      form.resetDirty({ ...written, message: '' })
      setSent(id)
    },
    setErrors: form.setErrors,
    failure: (error) => {
      // A request stored despite a lost answer keeps the text written since.
      const earlier = storedRow(error)
      if (earlier === null) return failed
      setSent(earlier)
      return storedBefore
    },
  })
  return (
    <PageForm
      title="Enviar una solicitud"
      submitLabel="Enviar solicitud"
      pendingLabel="Enviando..."
      pending={save.pending}
      dirty={form.isDirty()}
      notice={<div role="status">{sent !== null && <OutcomeNotice id={sent} />}</div>}
      onSubmit={form.onSubmit((values) => save.submit(values))}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Nombre"
          name="from_name"
          required
          maxLength={255}
          autoComplete="name"
          {...form.getInputProps('from_name')}
        />
        <TextInput
          label="Correo"
          name="email"
          type="email"
          required
          maxLength={255}
          autoComplete="email"
          {...form.getInputProps('email')}
        />
      </SimpleGrid>
      <Textarea
        label="Mensaje"
        name="message"
        description="Qué querías hacer, qué pasó y en qué sección."
        required
        minRows={6}
        maxLength={5000}
        {...form.getInputProps('message')}
      />
      <input type="hidden" name="gym" value={gym ?? ''} />
      <input type="hidden" name="userRol" value={role} />
    </PageForm>
  )
}

const outcomes: Record<SupportRequest['state'], { color: string; text: string }> = {
  sent: { color: 'teal', text: 'Tu solicitud salió por correo.' },
  waiting: { color: 'yellow', text: 'Tu solicitud quedó guardada y está saliendo por correo.' },
  stored: {
    color: 'yellow',
    text: 'Tu solicitud quedó guardada. Esta instalación no tiene el correo configurado: si es urgente, usa los datos de contacto.',
  },
  failed: {
    color: 'red',
    text: 'Tu solicitud quedó guardada, pero el correo no salió: usa los datos de contacto.',
  },
}

/** Outcome of the request, reloaded on each event about requests. */
function OutcomeNotice({ id }: { id: number }) {
  const { data } = useEndpoint('support.read', { params: { id } })
  if (!data) return null
  // An outcome of a newer server counts as stored.
  const { color, text } = outcomes[data.state] ?? outcomes.waiting
  return <Alert color={color}>{text}</Alert>
}

/** Default address of an installation. */
const usualAddress = 'Santo Domingo'

/** Support contacts; the installation's missing ones are left out. */
export function ContactInfo() {
  const config = useEndpoint('config.read', {}, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <Panel title="Contacto">{config.data ? <Contact config={config.data} /> : <QueryState queries={[config]} />}</Panel>
  )
}

function Contact({ config }: { config: Answer<'config.read'> }) {
  const { support_address: address, support_phone: phone, support_email: email, version } = config
  const [mailLink] = contactLinks({ email })
  const [phoneLink] = contactLinks({ phone })
  return (
    <>
      <address className={classes.contact}>
        <Line icon={<IconMapPin size={20} aria-hidden />}>{address ?? usualAddress}</Line>
        {phone && (
          <Line icon={<IconPhone size={20} aria-hidden />}>
            <Anchor href={phoneLink?.href}>{phone}</Anchor>
          </Line>
        )}
        {email && (
          <Line icon={<IconMail size={20} aria-hidden />}>
            <Anchor href={mailLink?.href}>{email}</Anchor>
          </Line>
        )}
      </address>
      <HelpLink>Páginas de ayuda</HelpLink>
      <Text size="sm" c="dimmed">
        Torniquete versión {version}
      </Text>
    </>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className={classes.line}>
      {icon}
      <span>{children}</span>
    </p>
  )
}
