import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { TokenUser } from '@torniquete/contract/admin/session.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { addFirstKeyListener } from '../kit/add-first-key-listener.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { confirmLeavingPage } from '../kit/unsaved-input.ts'
import { openLoginPage } from './session.tsx'
import { useLoginForm } from './use-login-form.tsx'

/** The only keys that work in this dialog; all other keys must not reach the page below. */
const ownKeys: readonly string[] = ['Tab', 'Enter', ' ']

/** Milliseconds in which a second Enter is ignored: it was meant for the password, not for the page below. */
const doubleEnter = 400

function swallowEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

export function SessionExpiredDialog({ holder }: { holder: TokenUser }) {
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const login = useLoginForm(field, 'md')
  useEffect(() => {
    const release = addFirstKeyListener((event) => {
      if (!ownKeys.includes(event.key)) event.stopImmediatePropagation()
    })
    return () => {
      release()
      setTimeout(addFirstKeyListener(swallowEnter), doubleEnter)
    }
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(password === '')
    if (password) login.submit({ username: holder.username, password })
    else field.current?.focus()
  }
  const enterAsOther = async () => {
    if (await confirmLeavingPage()) openLoginPage()
  }
  return (
    <Dialog
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Tu sesión terminó"
      size="sm"
      zIndex={500}
      overlayProps={{ blur: 6, backgroundOpacity: 0.75 }}
    >
      <form noValidate aria-label="Continuar la sesión" onSubmit={submit}>
        <Stack gap="md">
          <Text>Lo que escribiste sigue aquí. Escribe tu contraseña para continuar.</Text>
          <TextInput
            variant="unstyled"
            styles={{ input: { fontWeight: 650 } }}
            name="username"
            autoComplete="username"
            aria-label="Usuario"
            tabIndex={-1}
            readOnly
            value={holder.username}
          />
          <PasswordInput
            ref={field}
            data-autofocus
            label="Contraseña"
            name="password"
            autoComplete="current-password"
            value={password}
            error={missing && !password && 'Este campo es requerido'}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {login.codeField}
          <Button type="submit" fullWidth aria-disabled={login.pending || undefined}>
            {login.pending ? 'Entrando' : 'Continuar'}
          </Button>
          <Button variant="subtle" color="gray" fullWidth onClick={() => void enterAsOther()}>
            Entrar con otro usuario
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
