import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { getCallArea } from '@torniquete/contract/shared/endpoint.ts'
import { useState } from 'react'
import type { Send } from '../../api/call.ts'
import { refetchArea } from '../../api/refresh.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../forms/use-save.ts'
import { copyText } from '../../kit/copy-text.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { QueryState } from '../../kit/LoadError.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { qrCodePath } from '../../kit/qr-code-path.ts'
import { toast } from '../../kit/toast.ts'
import classes from './profile.module.css'

/** Two-factor login of super admins and the master. */
export function TwoStepLogin() {
  const query = useEndpoint('session.second-factor', {})
  const [dialog, setDialog] = useState<'on' | 'off' | null>(null)
  const client = useQueryClient()
  const close = () => {
    setDialog(null)
    void refetchArea(client, getCallArea('session.second-factor'))
  }
  const { data } = query
  return (
    <Panel title="Verificación en dos pasos">
      {data ? (
        <Group justify="space-between" align="start">
          <Text size="sm" c="dimmed" maw="28rem">
            {data.enabled
              ? `Activada: además de la contraseña se pide un código de tu teléfono. Códigos de recuperación sin usar: ${data.recovery_codes}.`
              : 'Al entrar se pide, además de la contraseña, un código de una aplicación de tu teléfono. Quien descubra tu contraseña no podrá entrar con ella sola.'}
          </Text>
          <Button variant={data.enabled ? 'default' : 'filled'} onClick={() => setDialog(data.enabled ? 'off' : 'on')}>
            {data.enabled ? 'Desactivar' : 'Activar'}
          </Button>
        </Group>
      ) : (
        <QueryState queries={[query]} />
      )}
      {dialog === 'on' && <TwoStepSetup onClose={close} />}
      {dialog === 'off' && (
        <PasswordQuestion
          title="Desactivar la verificación en dos pasos"
          submitLabel="Desactivar"
          done="Verificación en dos pasos desactivada"
          run={(current_password, send) => send('session.remove-second-factor', { body: { current_password } })}
          onDone={close}
          onClose={() => setDialog(null)}
        />
      )}
    </Panel>
  )
}

const setupTitle = 'Activar la verificación en dos pasos'

interface Secret {
  secret: string
  uri: string
}

/** Steps: password, secret with a first code, recovery codes. */
function TwoStepSetup({ onClose }: { onClose: () => void }) {
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

interface FirstCodeProps {
  made: Secret
  onConfirmed: (recoveryCodes: string[]) => void
  onClose: () => void
}

function FirstCode({ made, onConfirmed, onClose }: FirstCodeProps) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (typed) => (typed.trim() ? null : 'Escribe el código de seis cifras') },
  })
  const save = useSave({
    run: (values: { code: string }, send: Send) => send('session.confirm-second-factor', { body: values }),
    done: 'Verificación en dos pasos activada',
    onSaved: ({ recovery_codes }) => onConfirmed(recovery_codes),
    setErrors: form.setErrors,
  })
  const { side, path } = qrCodePath(made.uri)
  return (
    <FormDialog
      title={setupTitle}
      submitLabel="Activar"
      pending={save.pending}
      dirty={false}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.submit(values))}
    >
      <ol className={classes.steps}>
        <li>Abre en tu teléfono una aplicación de autenticación: Google Authenticator, Aegis, 2FAS…</li>
        <li>Escanea con ella este código, o escribe la clave.</li>
        <li>Escribe aquí el código de seis cifras que muestra.</li>
      </ol>
      <Group wrap="nowrap" align="center">
        <svg className={classes.code} viewBox={`0 0 ${side} ${side}`} role="img" aria-label="Código QR de la clave">
          <rect width={side} height={side} fill="#fff" />
          <path d={path} fill="#000" shapeRendering="crispEdges" />
        </svg>
        <code className={classes.secret}>{made.secret}</code>
      </Group>
      <TextInput
        label="Código"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        maxLength={10}
        {...form.getInputProps('code')}
      />
    </FormDialog>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copy = async () => {
    if (await copyText(codes.join('\n'))) toast.success('Códigos copiados')
    else toast.failure('No se pudo copiar')
  }
  return (
    <Dialog
      onClose={onClose}
      title="Códigos de recuperación"
      // A stray key or click would lose the codes.
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">
          Guárdalos en papel: si pierdes el teléfono, cada uno sirve para entrar una vez. No se muestran de nuevo.
        </Text>
        <pre className={classes.recovery}>{codes.join('\n')}</pre>
        <Group justify="end">
          <Button variant="default" onClick={() => void copy()}>
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
  run: (currentPassword: string, send: Send) => Promise<Answer>
  onDone: (answer: Answer) => void
  onClose: () => void
}

/** Asks for the current password before a protected action. */
function PasswordQuestion<Answer>({ title, submitLabel, done, run, ...on }: PasswordQuestionProps<Answer>) {
  const form = useForm({
    initialValues: { current_password: '' },
    validate: { current_password: (typed) => (typed ? null : 'Escribe tu contraseña actual') },
  })
  const save = useSave({
    run: ({ current_password }: { current_password: string }, send: Send) => run(current_password, send),
    done: done ?? null,
    onSaved: on.onDone,
    setErrors: form.setErrors,
  })
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      pending={save.pending}
      dirty={false}
      onClose={on.onClose}
      onSubmit={form.onSubmit((values) => save.submit(values))}
    >
      <PasswordInput
        label="Contraseña actual"
        autoComplete="current-password"
        data-autofocus
        maxLength={255}
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la contraseña', tabIndex: 0 }}
        {...form.getInputProps('current_password')}
      />
    </FormDialog>
  )
}
