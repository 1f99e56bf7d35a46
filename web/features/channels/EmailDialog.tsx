import { Alert, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { ChannelsState } from '@torniquete/contract/messaging/channels.ts'
import { findMailProvider, findProviderByHost, mailProviders } from '@torniquete/contract/messaging/mail-providers.ts'
import { useActionForm } from '../../forms/use-action-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { NewPasswordField } from '../../kit/NewPasswordField.tsx'
import { WholeNumberField } from '../../kit/TypedField.tsx'
import { HelpLink } from '../help/HelpLink.tsx'
import { testHint } from './channel-words.ts'

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

export function EmailDialog({ own, onClose }: { own: Own; onClose: () => void }) {
  const { form, field, dialog } = useActionForm({
    values: toValues(own),
    // An empty password stays unchanged.
    run: ({ password, ...values }, send) =>
      send('channels.email', { body: { ...values, password: password === '' ? null : password } }),
    done: 'Correo guardado',
    detail: testHint,
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
