import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { storeToken } from '../../api/session-token.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useActionForm, validateRequiredText } from '../../forms/use-action-form.tsx'
import { copyText } from '../../kit/copy-text.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { FormFrame } from '../../kit/FormFrame.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { QrCode } from '../../kit/QrCode.tsx'
import { useUnsavedInput } from '../../kit/unsaved-input.ts'
import { useSignedInUser } from '../../session/session.tsx'
import {
  chooseLoginAddress,
  generatePassword,
  isLoopbackHost,
  makeUsernameFromGymName,
  type NewGymLogin,
} from './new-gym-logins.ts'

export function FirstGymForm({ onMade }: { onMade: (entry: NewGymLogin) => void }) {
  const master = useSignedInUser().user.username
  // The password stays the same, because a retry after a lost answer must send the same body.
  const [password] = useState(generatePassword)
  const { form, field, dialog } = useActionForm({
    values: { name: '', owner: '' },
    validate: ({ name, owner }) => ({ name: validateRequiredText(name), owner: validateRequiredText(owner) }),
    run: async (typed, send): Promise<NewGymLogin> => {
      const [name, owner] = [typed.name.trim(), typed.owner.trim()]
      const login = { username: makeUsernameFromGymName(name, master), password }
      await send('gyms.create', { body: { name, owner, ...login } })
      // If this login fails, the gym still exists, and its password must be shown because it cannot be read again.
      const access_token = await send('session.login', { body: login }).then(
        (answer) => answer.access_token,
        () => null,
      )
      return { name, ...login, access_token }
    },
    done: 'Gimnasio agregado con éxito',
    onSaved: (entry) => {
      form.reset()
      onMade(entry)
    },
  })
  useUnsavedInput(dialog.dirty)
  return (
    <Panel title="¿Un solo gimnasio?">
      <Text size="sm" mb="sm">
        Escribe el nombre del gimnasio y el del dueño. Lo demás lo completas después.
      </Text>
      <FormFrame pending={dialog.pending} onSubmit={dialog.onSubmit}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} mb="sm">
          {/* The labels differ from those of the gym form, which can open above this one. */}
          <TextInput required autoFocus maxLength={255} {...field('name', 'Nombre del gimnasio')} />
          <TextInput required maxLength={255} {...field('owner', 'Nombre del dueño')} />
        </SimpleGrid>
        <Button type="submit" loading={dialog.pending}>
          Empezar
        </Button>
      </FormFrame>
    </Panel>
  )
}

/** Shows the login of a new gym once, because the server stores only hashes of passwords. */
export function NewGymLoginPanel({ entry, onClose }: { entry: NewGymLogin; onClose: () => void }) {
  const known = useEndpoint('status.read', {}).data?.addresses ?? []
  const address = chooseLoginAddress(location, known)
  const told = { Dirección: address, Usuario: entry.username, Contraseña: entry.password }
  /** True if other devices in the network can open the address. */
  const reaches = !isLoopbackHost(new URL(address).hostname)
  const token = entry.access_token
  const text = Object.entries(told).map(([label, value]) => `${label}: ${value}`)
  return (
    <Dialog
      onClose={onClose}
      title={entry.name}
      // Only the button closes the dialog, because a stray key or click would lose the password.
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Text size="sm" mb="sm">
        A partir de ahora entrarás con estos datos, en este equipo{reaches && ' o en otro'}. Guárdalos: la contraseña se
        muestra solo aquí, hasta que dejes esta página.
      </Text>
      <Stack component="dl" gap="xs" bd="1px solid var(--mantine-color-default-border)" bdrs="md" p="md">
        {Object.entries(told).map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </div>
        ))}
      </Stack>
      {reaches && (
        <Group component="figure" wrap="nowrap" m={0} mt="md" fz="sm" c="dimmed">
          <QrCode text={address} label={`Código QR de ${address}`} />
          <figcaption>Para abrirlo en un teléfono, apunta aquí su cámara.</figcaption>
        </Group>
      )}
      <Group justify="end" mt="lg">
        <Button variant="default" onClick={() => void copyText([entry.name, ...text].join('\n'), 'Datos copiados')}>
          Copiar
        </Button>
        <Button
          variant={token === null ? 'filled' : 'default'}
          data-autofocus={token === null || undefined}
          onClick={onClose}
        >
          Ya lo guardé
        </Button>
        {token !== null && (
          <Button data-autofocus onClick={() => storeToken(token)}>
            Entrar
          </Button>
        )}
      </Group>
    </Dialog>
  )
}
