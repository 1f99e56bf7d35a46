import { Button, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { requireText, useActionForm } from '../../forms/use-action-form.tsx'
import { FormFrame } from '../../kit/FormFrame.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { type Entry, makeUsername, newPassword } from './first-login.ts'

export function FirstGym({ onMade }: { onMade: (entry: Entry) => void }) {
  const master = useSignedInUser().user.username
  // A retry after a lost answer sends the same password.
  const [password] = useState(newPassword)
  const { form, field, dialog } = useActionForm({
    values: { name: '', owner: '' },
    validate: ({ name, owner }) => ({ name: requireText(name), owner: requireText(owner) }),
    run: async (typed, send): Promise<Entry> => {
      const [name, owner] = [typed.name.trim(), typed.owner.trim()]
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
      form.reset()
      onMade(entry)
    },
  })
  useUnsaved(dialog.dirty)
  return (
    <Panel title="¿Un solo gimnasio?">
      <Text size="sm" mb="sm">
        Escribe el nombre del gimnasio y el del dueño. Lo demás lo completas después.
      </Text>
      <FormFrame pending={dialog.pending} onSubmit={dialog.onSubmit}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} mb="sm">
          {/* Named differently from the gym form, which opens above. */}
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
