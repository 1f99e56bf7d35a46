import { Text, TextInput } from '@mantine/core'
import type { ChannelsState } from '@torniquete/contract/messaging/channels.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { NewPasswordField } from '../../kit/NewPasswordField.tsx'
import { HelpLink } from '../help/HelpLink.tsx'
import { useChannelForm } from './use-channel-form.ts'

const empty = { phone_id: '', token: '', app_secret: '', verify_token: '' }

/** Empty secrets stay unchanged. */
const toBody = ({ phone_id, ...secrets }: typeof empty) => ({
  phone_id,
  ...Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, value.trim() || null])),
})

export function WhatsappDialog({ state, onClose }: { state: ChannelsState['whatsapp']; onClose: () => void }) {
  const { own, webhook_path } = state
  const { form, dialog } = useChannelForm({
    initialValues: { ...empty, phone_id: own?.phone_id ?? '' },
    run: (values, send) => send('channels.whatsapp', { body: toBody(values) }),
    done: 'WhatsApp guardado',
    onClose,
  })
  const kept = own?.readable ? 'Guardado' : ''
  return (
    <FormDialog {...dialog} title="WhatsApp">
      <Text size="sm">
        Hace falta una cuenta de WhatsApp Business Platform de Meta, con las dos plantillas aprobadas. No sirve el
        WhatsApp del teléfono.
      </Text>
      <HelpLink page="mensajes" apart>
        Ayuda: los pasos en Meta, uno por uno
      </HelpLink>
      <TextInput
        label="Número de identificación del teléfono"
        description="El «Phone number ID» que Meta muestra en WhatsApp, API Setup."
        required
        maxLength={30}
        inputMode="numeric"
        {...form.getInputProps('phone_id')}
      />
      <NewPasswordField optional label="Token" placeholder={kept} maxLength={1000} {...form.getInputProps('token')} />
      <Text size="sm" c="dimmed">
        Para saber qué mensajes llegaron, escribe también estos dos, y en Meta la dirección{' '}
        <code style={{ overflowWrap: 'anywhere' }}>{`${location.origin}${webhook_path}`}</code>
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
