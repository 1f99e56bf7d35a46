import { errors } from '@torniquete/contract/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { storeToken } from '../../api/token.ts'
import { type Save, useSave } from '../../api/use-save.ts'

export interface Credentials {
  username: string
  password: string
}

export const requiredText = 'Usuario y contraseña son requeridos'

/** What the contract's LoginForm asks, without its schema: zod would weigh a third of this page. */
export const isComplete = (form: Credentials) => form.username.trim() !== '' && form.password !== ''

function explain(error: Error) {
  const wrong = error instanceof ApiError && error.status === 401
  if (wrong) return { title: 'Error de autenticación', description: errors['session.credentials'][1] }
  return { title: error.name, description: error.message }
}

export function useLogin(onRefused: () => void): Save<Credentials> {
  return useSave({
    run: (credentials: Credentials, send) => {
      // The shell is fetched while the server checks the password.
      void import('../../shell/Shell.tsx')
      return send('session.login', { body: credentials })
    },
    done: 'Inicio de sesión exitoso.',
    invalidates: [],
    onSaved: ({ access_token }) => storeToken(access_token),
    failure: (error) => {
      onRefused()
      return explain(error)
    },
  })
}
