import { PasswordInput, type PasswordInputProps, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ChannelsState } from '@torniquete/contract/channels.ts'
import { useSave } from '../../forms/use-save.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { HelpLink } from '../help/HelpLink.tsx'
import classes from './channels.module.css'

const empty = { phone_id: '', token: '', app_secret: '', verify_token: '' }

/** What is not written stays as it is. */
const bodyOf = ({ phone_id, ...secrets }: typeof empty) => ({
  phone_id,
  ...Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, value.trim() || null])),
})

export function WhatsappDialog({ state, onClose }: { state: ChannelsState['whatsapp']; onClose: () => void }) {
  const { own, webhook_path } = state
  const form = useForm({ initialValues: { ...empty, phone_id: own?.phone_id ?? '' } })
  const { submit, pending, unanswered } = useSave({
    run: (values: typeof empty, send) => send('channels.whatsapp', { body: bodyOf(values) }),
    done: 'WhatsApp guardado',
    detail: 'Envía un mensaje de prueba para ver si funciona.',
    setErrors: form.setErrors,
    onSaved: onClose,
  })
  const kept = own?.readable ? 'Guardado' : ''
  return (
    <FormDialog
      title="WhatsApp"
      submitLabel="Guardar"
      pending={pending}
      dirty={form.isDirty()}
      unanswered={unanswered}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      size="md"
    >
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
      <Secret label="Token" placeholder={kept} maxLength={1000} {...form.getInputProps('token')} />
      <Text size="sm" c="dimmed">
        Para saber qué mensajes llegaron, escribe también estos dos, y en Meta la dirección{' '}
        <code className={classes.address}>{`${location.origin}${webhook_path}`}</code>
      </Text>
      <Secret
        label="Secreto de la app"
        placeholder={own?.has_webhook ? kept : ''}
        maxLength={200}
        {...form.getInputProps('app_secret')}
      />
      <Secret
        label="Palabra de verificación"
        description="La inventas tú: al menos 8 caracteres, los mismos que escribas en Meta."
        placeholder={own?.has_webhook ? kept : ''}
        maxLength={200}
        {...form.getInputProps('verify_token')}
      />
    </FormDialog>
  )
}

const Secret = (props: PasswordInputProps) => (
  <PasswordInput autoComplete="new-password" aria-invalid={Boolean(props.error)} {...props} />
)
