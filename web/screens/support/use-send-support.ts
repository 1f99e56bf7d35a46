import { storedRow } from '../../api/api-error.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { type Save, useSave } from '../../forms/use-save.ts'
import { useSignedIn } from '../../session/session.tsx'
import type { SupportValues } from './support-values.ts'

/** What goes along with what is written. */
export interface Sender {
  gym: string | null
  userRol: string
}

export function useSender(): Sender {
  const { role } = useSignedIn()
  const gym = useEndpoint('gym-info.read', {})
  return { gym: gym.data?.name ?? null, userRol: role }
}

const failed = {
  title: 'Error al enviar la solicitud',
  description: 'Ha ocurrido un error al enviar la solicitud. Intentelo de nuevo.',
}

const storedBefore = {
  title: 'Tu solicitud ya estaba guardada',
  description: 'Quedó como la escribiste antes. Para enviar también lo que escribiste después, envíalo como otra.',
}

/** `onSent` hears what was sent, and null of one that was stored although its answer was lost: what was written since then stays. */
export function useSendSupport(
  sender: Sender,
  onSent: (id: number, written: SupportValues | null) => void,
  setErrors: (errors: Record<string, string>) => void,
): Save<SupportValues> {
  return useSave({
    run: (values: SupportValues, send) => send('support.create', { body: { ...values, ...sender } }),
    // There are other ways to ask for help, and the form says so.
    repeats: false,
    done: 'Solicitud enviada',
    detail: 'Hemos recibido tu solicitud de soporte. Te contactaremos pronto.',
    onSaved: ({ id }, written) => onSent(id, written),
    setErrors,
    failure: (error) => {
      const earlier = storedRow(error)
      if (earlier === null) return failed
      onSent(earlier, null)
      return storedBefore
    },
  })
}
