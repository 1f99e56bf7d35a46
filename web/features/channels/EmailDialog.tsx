import { Alert, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { ChannelsState } from '@torniquete/contract/messaging/channels.ts'
import { findMailProvider, findProviderByHost, mailProviders } from '@torniquete/contract/messaging/mail-providers.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { NewPasswordField } from '../../kit/NewPasswordField.tsx'
import { WholeNumberField } from '../../kit/TypedField.tsx'
import { HelpLink } from '../help/HelpLink.tsx'
import { useChannelForm } from './use-channel-form.ts'

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

/** Mail server settings, with known providers filled in. */
export function EmailDialog({ own, onClose }: { own: Own; onClose: () => void }) {
  const { form, dialog } = useChannelForm({
    initialValues: toValues(own),
    // An empty password stays unchanged.
    run: ({ password, ...values }, send) =>
      send('channels.email', { body: { ...values, password: password === '' ? null : password } }),
    done: 'Correo guardado',
    onClose,
  })
  const { host, sender } = form.values
  const provider = findProviderByHost(host)
  const take = (chosen: string) => {
    const found = findProviderByHost(chosen)
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
    <FormDialog {...dialog} title="Correo">
      <TextInput
        label="Correo del que salen"
        description="Los clientes ven el nombre del gimnasio y responden al correo que está en sus datos."
        type="email"
        required
        maxLength={255}
        {...form.getInputProps('sender')}
        onBlur={noteSender}
      />
      <NativeSelect
        label="Proveedor"
        data={providers}
        value={provider?.host ?? ''}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
      {provider && <Alert color="teal">{provider.hint}</Alert>}
      <TextInput label="Servidor" required maxLength={253} spellCheck={false} {...form.getInputProps('host')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumberField label="Puerto" required min={1} max={65_535} {...form.getInputProps('port')} />
        <NativeSelect label="Seguridad" data={securities} {...form.getInputProps('security')} />
      </SimpleGrid>
      <TextInput
        label="Usuario"
        description="Casi siempre el mismo correo. Vacío, si el servidor no pide ninguno."
        maxLength={255}
        {...form.getInputProps('username')}
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
