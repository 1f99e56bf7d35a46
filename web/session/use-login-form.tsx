import { TextInput } from '@mantine/core'
import { errorsByName } from '@torniquete/contract/shared/errors.ts'
import { type RefObject, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { storeToken } from '../api/session-token.ts'
import { toErrorToast, useSave } from '../forms/use-save.ts'

export interface Credentials {
  username: string
  password: string
}

const [, codeMissing] = errorsByName['session.code-missing']
const [, codeWrong] = errorsByName['session.code-wrong']

/** State of a login form. `codeField` is set once the password was right and the user has two-factor login. */
export function useLoginForm(password: RefObject<HTMLInputElement | null>, size: 'md' | 'lg') {
  const [code, setCode] = useState<string | null>(null)
  const { pending, submit } = useSave({
    run: (credentials: Credentials, send) => send('session.login', { body: { ...credentials, ...(code && { code }) } }),
    done: 'Inicio de sesión exitoso.',
    onSaved: ({ access_token }) => storeToken(access_token),
    failure: (error) => {
      if (error.message === codeMissing || code !== null) setCode('')
      else password.current?.select()
      if (error.message === codeMissing) return null
      const isCodeWrong = error.message === codeWrong
      if (!isCodeWrong && !(error instanceof ApiError && error.status === 401)) return toErrorToast(error)
      return {
        title: 'Error de autenticación',
        description: isCodeWrong ? codeWrong : errorsByName['session.credentials'][1],
      }
    },
  })
  const codeField = code !== null && (
    <TextInput
      label="Código de tu aplicación, o de recuperación"
      name="code"
      autoComplete="one-time-code"
      autoFocus
      size={size}
      value={code}
      onChange={(event) => setCode(event.currentTarget.value)}
    />
  )
  return { pending, submit, codeField }
}
