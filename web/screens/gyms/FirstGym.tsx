import { Button, SimpleGrid, Text, TextInput } from '@mantine/core'
import { requiredText } from '@torniquete/contract/shared/typed.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useSave } from '../../forms/use-save.ts'
import { Panel } from '../../kit/Panel.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { useSignedIn } from '../../session/session.tsx'
import { type Entry, makeUsername, newPassword } from './first-login.ts'

const nobody = { name: '', owner: '' }

/** Creates the first gym from its name and the owner's, and logs in. */
export function FirstGym({ onMade }: { onMade: (entry: Entry) => void }) {
  const master = useSignedIn().user.username
  const [form, setForm] = useState(nobody)
  const [tried, setTried] = useState(false)
  // A retry after a lost answer sends the same password.
  const [password] = useState(newPassword)
  const fields = useRef<HTMLFormElement>(null)
  useUnsaved(form.name.trim() !== '' || form.owner.trim() !== '')
  const { submit, pending } = useSave({
    run: async ({ name, owner }: typeof nobody, send): Promise<Entry> => {
      const login = { username: makeUsername(name, master), password }
      await send('gyms.create', { body: { name, owner, ...login } })
      // The gym exists, and its password is shown only here.
      const access_token = await send('session.login', { body: login }).then(
        (answer) => answer.access_token,
        () => null,
      )
      return { name, ...login, access_token }
    },
    done: 'Gimnasio agregado con éxito',
    onSaved: (entry) => {
      setForm(nobody)
      onMade(entry)
    },
  })
  const begin = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (form.name.trim() && form.owner.trim()) submit({ name: form.name.trim(), owner: form.owner.trim() })
    else fields.current?.querySelector<HTMLInputElement>(form.name.trim() ? '[name=owner]' : '[name=name]')?.focus()
  }
  const field = (name: keyof typeof nobody) => ({
    name,
    value: form[name],
    maxLength: 255,
    error: tried && !form[name].trim() && requiredText,
    onChange: (event: { currentTarget: { value: string } }) => setForm({ ...form, [name]: event.currentTarget.value }),
  })
  return (
    <Panel title="¿Un solo gimnasio?">
      <Text size="sm" mb="sm">
        Escribe cómo se llama y de quién es, y entras. Lo demás se pregunta adentro.
      </Text>
      <form ref={fields} noValidate onSubmit={begin}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} mb="sm">
          {/* Named differently from the gym form, which opens above. */}
          <TextInput label="¿Cómo se llama?" required autoFocus {...field('name')} />
          <TextInput label="¿De quién es?" required {...field('owner')} />
        </SimpleGrid>
        <Button type="submit" loading={pending}>
          Empezar
        </Button>
      </form>
    </Panel>
  )
}
