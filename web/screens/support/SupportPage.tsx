import '@mantine/core/styles/Flex.layer.css'
import { Alert, Anchor, Box, Flex, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { NewSupportRequest, type SupportRequest } from '@torniquete/contract/admin/support.ts'
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import { type ReactNode, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { listContactLinks } from '../../features/contacts/contact-links.ts'
import { HelpLink } from '../../features/help/HelpLink.tsx'
import { useActionForm } from '../../forms/use-action-form.tsx'
import { makeValidator } from '../../forms/use-record-form.tsx'
import { IconMail, IconMapPin, IconPhone } from '../../kit/icons.ts'
import { SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { PageForm } from '../../kit/PageForm.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { useSignedInUser } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'

export function SupportPage() {
  return (
    <>
      <PageHeader />
      <Flex
        direction={{ base: 'column', md: 'row' }}
        align={{ base: 'stretch', md: 'start' }}
        gap="1.25rem"
        maw="75rem"
      >
        <Box flex={2} miw={0}>
          <SupportForm />
        </Box>
        <Box flex={1} miw="16rem">
          <ContactInfo />
        </Box>
      </Flex>
    </>
  )
}

const validate = makeValidator(NewSupportRequest)

const failed = {
  title: 'Error al enviar la solicitud',
  description: 'Ha ocurrido un error al enviar la solicitud. Intentelo de nuevo.',
}

function SupportForm() {
  const { user, role } = useSignedInUser()
  const gym = useEndpoint('gym-info.read', {}).data?.name ?? null
  const [sent, setSent] = useState<number | null>(null)
  const { form, field, dialog } = useActionForm({
    values: { from_name: user.name, email: user.email ?? '', message: '' },
    validate,
    // The user's gym and role are sent with the message.
    run: (values, send) => send('support.create', { body: { ...values, gym, userRol: role } }),
    // An unanswered request is not repeated automatically, because the form then names other ways to get help.
    repeats: false,
    done: 'Solicitud enviada',
    detail: 'Hemos recibido tu solicitud de soporte. Te contactaremos pronto.',
    onSaved: ({ id }, written) => {
      form.setFieldValue('message', '')
      form.resetDirty({ ...written, message: '' })
      setSent(id)
    },
    failure: () => failed,
  })
  const message = field('message', 'Mensaje', { description: 'Qué querías hacer, qué pasó y en qué sección.' })
  return (
    <PageForm
      {...dialog}
      title="Enviar una solicitud"
      submitLabel="Enviar solicitud"
      pendingLabel="Enviando..."
      notice={<div role="status">{sent !== null && <OutcomeNotice id={sent} />}</div>}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput required name="from_name" maxLength={255} autoComplete="name" {...field('from_name', 'Nombre')} />
        <TextInput
          required
          name="email"
          type="email"
          maxLength={255}
          autoComplete="email"
          {...field('email', 'Correo')}
        />
      </SimpleGrid>
      <Textarea
        required
        name="message"
        minRows={6}
        maxLength={5000}
        {...message}
        onChange={(event) => {
          setSent(null)
          message.onChange(event)
        }}
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

function OutcomeNotice({ id }: { id: number }) {
  const { data } = useEndpoint('support.read', { params: { id } })
  if (!data) return null
  // A state that only a newer server knows is shown like `waiting`.
  const { color, text } = outcomes[data.state] ?? outcomes.waiting
  return <Alert color={color}>{text}</Alert>
}

const usualAddress = 'Santo Domingo'

function ContactInfo() {
  const config = useEndpoint('config.read', {}, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <Panel title="Contacto">
      {config.data ? <Contact config={config.data} /> : <SpinnerOrLoadError queries={[config]} />}
    </Panel>
  )
}

function Contact({ config }: { config: CallAnswer<'config.read'> }) {
  const { support_address: address, support_phone: phone, support_email: email, version } = config
  const [mailLink] = listContactLinks({ email })
  const [phoneLink] = listContactLinks({ phone })
  return (
    <>
      <Stack component="address" gap="sm" fs="normal">
        <Line Icon={IconMapPin}>{address ?? usualAddress}</Line>
        {phone && (
          <Line Icon={IconPhone}>
            <Anchor href={phoneLink?.href}>{phone}</Anchor>
          </Line>
        )}
        {email && (
          <Line Icon={IconMail}>
            <Anchor href={mailLink?.href}>{email}</Anchor>
          </Line>
        )}
      </Stack>
      <HelpLink>Páginas de ayuda</HelpLink>
      <Text size="sm" c="dimmed">
        Torniquete versión {version}
      </Text>
    </>
  )
}

function Line({ Icon, children }: { Icon: typeof IconMail; children: ReactNode }) {
  return (
    <Group component="p" m={0} gap="0.6rem" wrap="nowrap">
      <Icon size={20} aria-hidden color="var(--mantine-color-dimmed)" />
      <Text span miw={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  )
}
