import { Alert, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { ChannelsState, ChannelTestResult } from '@torniquete/contract/messaging/channels.ts'
import {
  findMailProvider,
  findMailProviderByHost,
  mailProviders,
} from '@torniquete/contract/messaging/mail-providers.ts'
import type { MessageChannel } from '@torniquete/contract/messaging/outbox.ts'
import { useState } from 'react'
import { useActionForm } from '../../forms/use-action-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import kit from '../../kit/kit.module.css'
import { NewPasswordField } from '../../kit/NewPasswordField.tsx'
import { WholeNumberField } from '../../kit/ParsedField.tsx'
import { HelpLink } from '../help/HelpLink.tsx'
import { channelTitles } from './channel-texts.ts'

interface ChannelDialogProps {
  channel: MessageChannel
  what: 'set' | 'test'
  state: ChannelsState
  /** Proposed recipient of a test message. */
  recipient: string
  onClose: () => void
}

export function ChannelDialog({ channel, what, state, recipient, onClose }: ChannelDialogProps) {
  if (what === 'test') return <TestDialog channel={channel} usual={recipient} onClose={onClose} />
  if (channel === 'email') return <EmailDialog own={state.email.own} onClose={onClose} />
  return <WhatsappDialog state={state.whatsapp} onClose={onClose} />
}

const testHint = 'Envía un mensaje de prueba para ver si funciona.'

type Own = ChannelsState['email']['own']

const toValues = (own: Own) => ({
  sender: own?.sender ?? '',
  host: own?.host ?? '',
  port: String(own?.port ?? 587),
  security: own?.security ?? 'starttls',
  username: own?.username ?? '',
  password: '',
})

const securities = [
  { value: 'starttls', label: 'STARTTLS (587)' },
  { value: 'tls', label: 'TLS (465)' },
  { value: 'none', label: 'Sin cifrar' },
]
const other = { value: '', label: 'Otro servidor' }
const providers = [...mailProviders.map(({ name, host }) => ({ value: host, label: name })), other]

function EmailDialog({ own, onClose }: { own: Own; onClose: () => void }) {
  const { form, field, dialog } = useActionForm({
    values: toValues(own),
    // An empty password field keeps the stored password: the request then has null.
    run: ({ password, ...values }, send) =>
      send('channels.email', { body: { ...values, password: password === '' ? null : password } }),
    done: 'Correo guardado',
    detail: testHint,
    onClose,
  })
  const { host, sender } = form.values
  const provider = findMailProviderByHost(host)
  const take = (chosen: string) => {
    const found = findMailProviderByHost(chosen)
    const { username } = form.getValues()
    if (!found) return form.setFieldValue('host', '')
    const user = username || (found.domains.length > 0 ? sender.trim() : '')
    form.setValues({ host: found.host, port: String(found.port), security: found.security, username: user })
  }
  const noteSender = () => {
    const found = findMailProvider(sender)
    if (found && form.getValues().host === '') take(found.host)
  }
  return (
    <FormDialog {...dialog} title="Correo" submitLabel="Guardar" size="md">
      <TextInput
        type="email"
        required
        maxLength={255}
        {...field('sender', 'Correo del que salen', {
          description: 'Los clientes ven el nombre del gimnasio y responden al correo que está en sus datos.',
        })}
        onBlur={noteSender}
      />
      <NativeSelect
        label="Proveedor"
        data={providers}
        value={provider?.host ?? ''}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
      {provider && <Alert color="teal">{provider.hint}</Alert>}
      <TextInput required maxLength={253} spellCheck={false} {...field('host', 'Servidor')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumberField required min={1} max={65_535} {...field('port', 'Puerto')} />
        <NativeSelect data={securities} {...field('security', 'Seguridad')} />
      </SimpleGrid>
      <TextInput
        maxLength={255}
        {...field('username', 'Usuario', {
          description: 'Casi siempre el mismo correo. Vacío, si el servidor no pide ninguno.',
        })}
      />
      <NewPasswordField
        optional
        placeholder={own?.has_password && own.readable ? 'Guardada' : ''}
        maxLength={500}
        {...form.getInputProps('password')}
      />
      <HelpLink page="mensajes" apart>
        Ayuda: configurar el correo
      </HelpLink>
    </FormDialog>
  )
}

const empty = { phone_id: '', token: '', app_secret: '', verify_token: '' }

/** An empty field keeps the stored secret: the request then has null. */
const toBody = ({ phone_id, ...secrets }: typeof empty) => ({
  phone_id,
  ...Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, value.trim() || null])),
})

function WhatsappDialog({ state, onClose }: { state: ChannelsState['whatsapp']; onClose: () => void }) {
  const { own, webhook_path } = state
  const { form, field, dialog } = useActionForm({
    values: { ...empty, phone_id: own?.phone_id ?? '' },
    run: (values, send) => send('channels.whatsapp', { body: toBody(values) }),
    done: 'WhatsApp guardado',
    detail: testHint,
    onClose,
  })
  const kept = own?.readable ? 'Guardado' : ''
  return (
    <FormDialog {...dialog} title="WhatsApp" submitLabel="Guardar" size="md">
      <Text size="sm">
        Hace falta una cuenta de WhatsApp Business Platform de Meta, con las dos plantillas aprobadas. No sirve el
        WhatsApp del teléfono.
      </Text>
      <HelpLink page="mensajes" apart>
        Ayuda: los pasos en Meta, uno por uno
      </HelpLink>
      <TextInput
        required
        maxLength={30}
        inputMode="numeric"
        {...field('phone_id', 'Número de identificación del teléfono', {
          description: 'El «Phone number ID» que Meta muestra en WhatsApp, API Setup.',
        })}
      />
      <NewPasswordField optional label="Token" placeholder={kept} maxLength={1000} {...form.getInputProps('token')} />
      <Text size="sm" c="dimmed">
        Para saber qué mensajes llegaron, escribe también estos dos, y en Meta la dirección{' '}
        <code className={kit.address}>{`${location.origin}${webhook_path}`}</code>
      </Text>
      <NewPasswordField
        optional
        label="Secreto de la app"
        placeholder={own?.has_webhook ? kept : ''}
        maxLength={200}
        {...form.getInputProps('app_secret')}
      />
      <NewPasswordField
        optional
        label="Palabra de verificación"
        description="La inventas tú: al menos 8 caracteres, los mismos que escribas en Meta."
        placeholder={own?.has_webhook ? kept : ''}
        maxLength={200}
        {...form.getInputProps('verify_token')}
      />
    </FormDialog>
  )
}

function TestDialog({ channel, usual, onClose }: { channel: MessageChannel; usual: string; onClose: () => void }) {
  const [result, setResult] = useState<ChannelTestResult | null>(null)
  const { field, dialog } = useActionForm({
    values: { to: usual },
    run: (body, send) => {
      setResult(null)
      return send('channels.test', { params: { channel }, body })
    },
    done: null,
    // An unanswered request is not repeated automatically, because the message could be sent twice.
    repeats: false,
    onSaved: setResult,
    onClose,
  })
  const toMail = channel === 'email'
  return (
    <FormDialog
      {...dialog}
      title={`Mensaje de prueba por ${toMail ? 'correo' : channelTitles[channel]}`}
      submitLabel="Enviar"
      pendingLabel="Enviando…"
      cancelLabel="Cerrar"
      dirty={false}
      size="md"
    >
      <TextInput
        type={toMail ? 'email' : 'tel'}
        required
        maxLength={255}
        {...field('to', toMail ? 'Correo que lo recibe' : 'Teléfono que lo recibe')}
      />
      <div role="status">
        {result && (
          <Alert color={result.sent ? 'teal' : 'red'} title={result.sent ? 'Salió' : 'No salió'}>
            {result.reason} {result.advice}
          </Alert>
        )}
      </div>
    </FormDialog>
  )
}
