import { Button, Center, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { storeToken } from '../../api/session-token.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { toSafeUrl } from '../../features/contacts/contact-links.ts'
import { useSave } from '../../forms/use-save.ts'
import { IconArrowLeft, IconLock, IconUser } from '../../kit/icons.ts'
import { useAriaDescription } from '../../kit/use-aria-description.ts'
import { type Credentials, useLoginForm } from '../../session/use-login-form.tsx'
import { Logo } from '../../shell/Logo.tsx'
import { OfflineNotice } from '../../shell/OfflineNotice.tsx'

const requiredText = 'Usuario y contraseña son requeridos'

/** True if both fields are filled. The contract's schema is not used: zod would be a third of this page's code. */
const isComplete = (form: Credentials) => form.username.trim() !== '' && form.password !== ''

const background =
  'radial-gradient(60rem 40rem at 50% -10%, color-mix(in srgb, var(--mantine-color-teal-light) 65%, transparent), transparent 70%), var(--mantine-color-body)'

export function LoginPage() {
  useDocumentTitle('Iniciar sesión · Torniquete')
  return (
    <Center component="main" mih="100dvh" px="md" py="xl" style={{ background }}>
      <Stack align="center" gap="1.5rem" w="min(25rem, 100%)">
        <Group wrap="nowrap">
          <Logo size={56} />
          <div>
            <Title order={1} fz="1.9rem" lh={1.1}>
              Torniquete
            </Title>
            <Text c="dimmed">Administración de gimnasios</Text>
          </div>
        </Group>
        <Paper w="100%" p="clamp(1.25rem, 5vw, 2rem)" bg="var(--surface)" withBorder radius="lg">
          <LoginForm />
        </Paper>
        {/* The link's height is reserved, so that the login button above does not move when the link appears. */}
        <Stack align="center" gap="1.5rem" mih="2.625rem">
          <FirstLoginByLink />
          <LandingLink />
        </Stack>
      </Stack>
      <OfflineNotice />
    </Center>
  )
}

const defaultLanding = '/landing'

/** Link to the landing page. Its address is requested until the server answers, which also ends the offline notice. */
function LandingLink() {
  const config = useEndpoint('config.read', {}, { staleTime: Number.POSITIVE_INFINITY, retryForever: true })
  const given = config.data?.landing_url || defaultLanding
  const href = given.startsWith('/') ? given : (toSafeUrl(given) ?? defaultLanding)
  return (
    <Button
      component="a"
      href={href}
      variant="subtle"
      color="gray"
      leftSection={<IconArrowLeft size={18} aria-hidden />}
    >
      Volver a la página de inicio
    </Button>
  )
}

function LoginForm() {
  const [form, setForm] = useState({ username: '', password: '' })
  const [refused, setRefused] = useState(false)
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const explained = refused ? 'login-error' : undefined
  useAriaDescription(username, explained)
  useAriaDescription(password, explained)
  const login = useLoginForm(password, 'lg')
  const submit = () => {
    const complete = isComplete(form)
    setRefused(!complete)
    if (complete) login.submit(form)
    else (form.username.trim() ? password : username).current?.focus()
  }
  return (
    <form
      noValidate
      aria-label="Iniciar sesión"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <TextInput
          ref={username}
          label="Usuario"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          labelProps={{ 'data-plain': true }}
          size="lg"
          leftSection={<IconUser size={20} aria-hidden />}
          value={form.username}
          error={refused && !form.username.trim()}
          onChange={(event) => setForm({ ...form, username: event.currentTarget.value })}
        />
        <PasswordInput
          ref={password}
          label="Contraseña"
          name="password"
          autoComplete="current-password"
          required
          labelProps={{ 'data-plain': true }}
          size="lg"
          leftSection={<IconLock size={20} aria-hidden />}
          value={form.password}
          error={refused && !form.password}
          aria-invalid={refused && !form.password}
          onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
        />
        {login.codeField}
        {refused && (
          <Text id="login-error" role="alert" c="var(--mantine-color-error)" size="sm">
            {requiredText}
          </Text>
        )}
        <Button type="submit" size="lg" fullWidth loading={login.pending} mt="xs">
          Iniciar sesión
        </Button>
      </Stack>
    </form>
  )
}

/** URL fragment of the first login link, as in `server/main.ts`. Importing it would load the whole contract module. */
const entering = 'entrar='

const linkIn = (hash: string) => (hash.startsWith(`#${entering}`) ? hash.slice(entering.length + 1) : null)

/** Logs in by the one-time link that the server prints at its first start, and mentions that link until it was used. */
export function FirstLoginByLink() {
  const [link, setLink] = useState(() => linkIn(location.hash))
  const first = useEndpoint('session.first', {}, { enabled: link === null })
  const enter = useSave({
    run: (brought: string, send) => send('session.enter', { body: { link: brought } }),
    done: 'Inicio de sesión exitoso.',
    onSaved: ({ access_token }) => storeToken(access_token),
    failure: (error) =>
      error instanceof ApiError && error.status === 404
        ? {
            title: 'Ese enlace ya no sirve',
            description: 'Entra con tu usuario y contraseña, o inicia el programa otra vez.',
          }
        : { title: error.name, description: error.message },
  })
  const sent = useRef<string | null>(null)
  useEffect(() => {
    // If the link is opened in the tab of the login page, the browser changes only the fragment and does not reload.
    const look = () => setLink((known) => linkIn(location.hash) ?? known)
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  useEffect(() => {
    if (link === null || sent.current === link) return
    sent.current = link
    // The link works once, so it is removed from the browser's history.
    history.replaceState(history.state, '', location.pathname + location.search)
    enter.submit(link)
  })
  if (enter.pending) return <Text role="status">Entrando…</Text>
  if (!first.data?.waiting) return null
  return (
    <Paper withBorder radius="lg" p="md" role="status">
      <Text fw={600}>Es la primera vez</Text>
      <Text size="sm">
        Abre el enlace que apareció en la ventana donde iniciaste Torniquete. Con él entras sin contraseña. Vence en 24
        horas; si ya venció, inicia Torniquete otra vez y aparecerá uno nuevo.
      </Text>
    </Paper>
  )
}
