import { Button, Group, Paper, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CallFunction } from '../../api/call.ts'
import { useActionForm } from '../../forms/use-action-form.tsx'
import { copyText } from '../../kit/copy-text.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import kit from '../../kit/kit.module.css'
import { QrCode } from '../../kit/QrCode.tsx'

const setupTitle = 'Activar la verificación en dos pasos'

interface Secret {
  secret: string
  uri: string
}

export function TwoStepSetup({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Secret | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onClose={onClose} />
  if (made) return <FirstCode made={made} onConfirmed={setRecoveryCodes} onClose={onClose} />
  return (
    <PasswordQuestion
      title={setupTitle}
      submitLabel="Continuar"
      run={(current_password, send) => send('session.begin-second-factor', { body: { current_password } })}
      onDone={setMade}
      onClose={onClose}
    />
  )
}

export const DisableTwoStepDialog = (on: { onDone: () => void; onClose: () => void }) => (
  <PasswordQuestion
    {...on}
    title="Desactivar la verificación en dos pasos"
    submitLabel="Desactivar"
    done="Verificación en dos pasos desactivada"
    run={(current_password, send) => send('session.remove-second-factor', { body: { current_password } })}
  />
)

interface FirstCodeProps {
  made: Secret
  onConfirmed: (recoveryCodes: string[]) => void
  onClose: () => void
}

function FirstCode({ made, onConfirmed, onClose }: FirstCodeProps) {
  const { field, dialog } = useActionForm({
    values: { code: '' },
    validate: ({ code }) => ({ code: !code.trim() && 'Escribe el código de seis cifras' }),
    run: (body, send) => send('session.confirm-second-factor', { body }),
    done: 'Verificación en dos pasos activada',
    onSaved: ({ recovery_codes }) => onConfirmed(recovery_codes),
    onClose,
  })
  return (
    <FormDialog {...dialog} title={setupTitle} submitLabel="Activar" dirty={false}>
      <Text component="ol" size="sm" pl="1.25rem">
        <li>Abre en tu teléfono una aplicación de autenticación: Google Authenticator, Aegis, 2FAS…</li>
        <li>Escanea con ella este código, o escribe la clave.</li>
        <li>Escribe aquí el código de seis cifras que muestra.</li>
      </Text>
      <Group wrap="nowrap" align="center">
        <QrCode text={made.uri} label="Código QR de la clave" />
        <code className={kit.address}>{made.secret}</code>
      </Group>
      <TextInput
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        maxLength={10}
        {...field('code', 'Código')}
      />
    </FormDialog>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Códigos de recuperación"
      // Only the button closes the dialog, because a stray key or click would lose the recovery codes.
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">
          Guárdalos en papel: si pierdes el teléfono, cada uno sirve para entrar una vez. No se muestran de nuevo.
        </Text>
        <Paper component="pre" withBorder px="md" py="sm" m={0} style={{ columns: 2 }}>
          {codes.join('\n')}
        </Paper>
        <Group justify="end">
          <Button variant="default" onClick={() => void copyText(codes.join('\n'), 'Códigos copiados')}>
            Copiar
          </Button>
          <Button data-autofocus onClick={onClose}>
            Ya los guardé
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface PasswordQuestionProps<Answer> {
  title: string
  submitLabel: string
  done?: string
  run: (currentPassword: string, send: CallFunction) => Promise<Answer>
  onDone: (answer: Answer) => void
  onClose: () => void
}

function PasswordQuestion<Answer>({ title, submitLabel, done, run, ...on }: PasswordQuestionProps<Answer>) {
  const { field, dialog } = useActionForm({
    values: { current_password: '' },
    validate: (typed) => ({ current_password: !typed.current_password && 'Escribe tu contraseña actual' }),
    run: ({ current_password }, send) => run(current_password, send),
    done: done ?? null,
    onSaved: on.onDone,
    onClose: on.onClose,
  })
  return (
    <FormDialog {...dialog} title={title} submitLabel={submitLabel} dirty={false}>
      <PasswordInput
        autoComplete="current-password"
        data-autofocus
        maxLength={255}
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la contraseña', tabIndex: 0 }}
        {...field('current_password', 'Contraseña actual')}
      />
    </FormDialog>
  )
}
