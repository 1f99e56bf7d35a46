import { errors } from '@torniquete/contract/errors.ts'
import { ApiError } from '../api/api-error.ts'
import { storeToken } from '../api/token.ts'
import { type Save, useSave } from '../forms/use-save.ts'

export interface Credentials {
  username: string
  password: string
}

interface LoginSteps {
  /** While the server checks the password. */
  onSent?: () => void
  onRefused: () => void
}

function explain(error: Error) {
  const wrong = error instanceof ApiError && error.status === 401
  if (wrong) return { title: 'Error de autenticación', description: errors['session.credentials'][1] }
  return { title: error.name, description: error.message }
}

export function useLogin({ onSent, onRefused }: LoginSteps): Save<Credentials> {
  return useSave({
    run: (credentials: Credentials, send) => {
      onSent?.()
      return send('session.login', { body: credentials })
    },
    done: 'Inicio de sesión exitoso.',
    onSaved: ({ access_token }) => storeToken(access_token),
    failure: (error) => {
      onRefused()
      return explain(error)
    },
  })
}
