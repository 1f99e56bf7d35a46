import '@mantine/core/styles/Divider.layer.css'
import { Badge, Button, Divider, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { SessionRow } from '@torniquete/contract/admin/session.ts'
import { type User, UserChange } from '@torniquete/contract/admin/users.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import { getCallAreaName } from '@torniquete/contract/shared/endpoint.ts'
import { roleLabels } from '@torniquete/contract/shared/roles.ts'
import { useState } from 'react'
import { refetchArea } from '../../api/invalidate-areas.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ImageField } from '../../forms/ImageField.tsx'
import { makeValidator, type StoredRow, usePageForm } from '../../forms/use-record-form.tsx'
import { useSave } from '../../forms/use-save.ts'
import { useStoredRow } from '../../forms/use-stored-row.ts'
import { readBrowserTimeZone } from '../../kit/InstantText.tsx'
import { SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { makeLazyComponent } from '../../kit/lazy-component.tsx'
import { NewPasswordField } from '../../kit/NewPasswordField.tsx'
import { PageForm } from '../../kit/PageForm.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { useSignedInUser } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'

// Loaded on demand, because drawing a QR code needs a library.
const TwoStepSetup = makeLazyComponent(async () => (await import('./TwoStepSetup.tsx')).TwoStepSetup)
const DisableTwoStepDialog = makeLazyComponent(async () => (await import('./TwoStepSetup.tsx')).DisableTwoStepDialog)

export function ProfilePage() {
  const { user, role } = useSignedInUser()
  const { stored, query } = useStoredRow('users.read', { params: { id_user: user.id } })
  return (
    <>
      <PageHeader />
      <Stack maw="44rem" gap="md">
        {stored ? <ProfileForm stored={stored} /> : <SpinnerOrLoadError queries={[query]} />}
        {isCallAllowed(role, 'session.second-factor') && <TwoStepLogin />}
        <OwnSessions />
      </Stack>
    </>
  )
}

const toValues = (user: User) => ({
  phone_number: user.phone_number ?? '',
  email: user.email ?? '',
  address: user.address ?? '',
  current_password: '',
  password: '',
  confirmation: '',
})

type ProfileValues = ReturnType<typeof toValues>

const toBody = ({ confirmation: _, ...values }: ProfileValues) => values

const validate = makeValidator(UserChange, (values: ProfileValues) => ({
  ...toBody(values),
  password: values.password || null,
}))

const validateProfile = (values: ProfileValues) => ({
  ...validate(values),
  ...(values.password !== '' && !values.current_password && { current_password: 'Escribe tu contraseña actual' }),
  ...(values.current_password !== '' && !values.password && { password: 'Escribe la contraseña nueva' }),
  ...(values.password !== values.confirmation && { confirmation: 'Las contraseñas no coinciden' }),
})

function ProfileForm({ stored }: { stored: StoredRow<User> }) {
  const { user, role } = useSignedInUser()
  const { form, field, picture, dialog } = usePageForm({
    stored,
    toValues,
    toBody,
    validate: validateProfile,
    // A blank password keeps the stored one; a new password requires the current one.
    update: ({ id }, { password, current_password, ...changes }, ifMatch, send) =>
      send('users.update', {
        params: { id_user: id },
        body: { ...changes, ...(password && { password, current_password }) },
        ifMatch,
      }),
    updated: 'Usuario editado con éxito',
    picture: { folder: 'users', field: 'photo', pathOf: ({ photo_path }) => photo_path },
  })
  return (
    <PageForm {...dialog} title={user.name} submitLabel="Guardar">
      <Text c="dimmed" size="sm" mt={-8}>
        {user.username} · {roleLabels[role]}
      </Text>
      <ImageField label="Foto" {...picture} currentUrl={stored.row.photo_url} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput type="tel" maxLength={20} autoComplete="tel" {...field('phone_number', 'Teléfono')} />
        <TextInput type="email" maxLength={255} autoComplete="email" {...field('email', 'Correo')} />
      </SimpleGrid>
      <TextInput maxLength={255} autoComplete="street-address" {...field('address', 'Dirección')} />
      <Divider />
      <Stack component="fieldset" bd={0} m={0} p={0} miw={0}>
        <Text component="legend" fw={650} p={0}>
          Cambiar la contraseña
        </Text>
        <PasswordInput
          autoComplete="current-password"
          maxLength={255}
          aria-invalid={Boolean(form.errors.current_password)}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la de ahora', tabIndex: 0 }}
          {...field('current_password', 'Contraseña actual')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NewPasswordField optional eye="la de después" {...field('password', 'Nueva contraseña')} />
          <NewPasswordField
            optional
            eye="la repetida"
            placeholder="La misma otra vez"
            {...field('confirmation', 'Confirmar contraseña')}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          Otra contraseña cierra tus demás sesiones; esta sigue abierta.
        </Text>
      </Stack>
    </PageForm>
  )
}

function OwnSessions() {
  const query = useEndpoint('session.list', {})
  const client = useQueryClient()
  const end = useSave({
    run: ({ id }: SessionRow, send) => send('session.end', { params: { id_session: id } }),
    done: 'Sesión cerrada',
    onSaved: () => refetchArea(client, getCallAreaName('session.list')),
  })
  return (
    <Panel title="Sesiones abiertas">
      {query.data ? (
        <Stack gap="sm">
          {query.data.map((session) => (
            <Group key={session.id} justify="space-between" wrap="nowrap" gap="sm">
              <div>
                <Group gap="xs">
                  <Text>{describeBrowser(session.browser)}</Text>
                  {session.current && <Badge variant="light">Esta sesión</Badge>}
                </Group>
                <Text size="sm" c="dimmed">
                  {session.address} · activa {formatInstant(readBrowserTimeZone(), session.last_seen_at)}
                </Text>
              </div>
              {!session.current && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Cerrar la sesión de ${describeBrowser(session.browser)}, ${session.address}`}
                  onClick={() => end.submit(session)}
                >
                  Cerrar
                </Button>
              )}
            </Group>
          ))}
        </Stack>
      ) : (
        <SpinnerOrLoadError queries={[query]} />
      )}
    </Panel>
  )
}

/** User agents of some browsers also name other browsers, so specific patterns come first. */
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const find = (agent: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** Names browser and system from the User-Agent header: `Chrome en Windows`. */
export function describeBrowser(agent: string): string {
  const [browser, system] = [find(agent, browsers), find(agent, systems)]
  if (browser && system) return `${browser} en ${system}`
  return browser ?? system ?? 'Otro programa'
}

function TwoStepLogin() {
  const query = useEndpoint('session.second-factor', {})
  const [dialog, setDialog] = useState<'on' | 'off' | null>(null)
  const client = useQueryClient()
  const close = () => {
    setDialog(null)
    void refetchArea(client, getCallAreaName('session.second-factor'))
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
        <SpinnerOrLoadError queries={[query]} />
      )}
      {dialog === 'on' && <TwoStepSetup onClose={close} />}
      {dialog === 'off' && <DisableTwoStepDialog onDone={close} onClose={() => setDialog(null)} />}
    </Panel>
  )
}
