import { errors } from '@torniquete/contract/shared/errors.ts'
import { ApiError } from '../api/api-error.ts'
import { storeToken } from '../api/token.ts'
import { type Save, useSave } from '../forms/use-save.ts'

export interface Credentials {
  username: string
  password: string
  code?: string
}

interface LoginSteps {
  onRefused: () => void
  onCodeNeeded: () => void
}

const [, codeMissing] = errors['session.code-missing']
const [, codeWrong] = errors['session.code-wrong']

function explain(error: Error) {
  const wrong = error instanceof ApiError && error.status === 401
  if (error.message === codeWrong) return { title: 'Error de autenticación', description: codeWrong }
  if (wrong) return { title: 'Error de autenticación', description: errors['session.credentials'][1] }
  return { title: error.name, description: error.message }
}

export function useLogin({ onRefused, onCodeNeeded }: LoginSteps): Save<Credentials> {
  return useSave({
    run: (credentials: Credentials, send) => send('session.login', { body: credentials }),
    done: 'Inicio de sesión exitoso.',
    onSaved: ({ access_token }) => storeToken(access_token),
    failure: (error) => {
      if (error.message === codeMissing) {
        onCodeNeeded()
        return null
      }
      onRefused()
      return explain(error)
    },
  })
}
