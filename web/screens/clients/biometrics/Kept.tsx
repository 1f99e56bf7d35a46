import { Button } from '@mantine/core'
import { templateName } from '@torniquete/contract/members/biometric-names.ts'
import type { ClientBiometrics } from '@torniquete/contract/members/biometrics.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { useState } from 'react'
import { useSave } from '../../../forms/use-save.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { keptFrom } from './biometric-words.ts'
import classes from './biometrics.module.css'

type Kept = ClientBiometrics['kept'][number]

interface KeptListProps {
  client: Pick<Client, 'id' | 'name'>
  kept: readonly Kept[]
  zone: string
  /** True while a confirmation handles Escape. */
  onAsk: (asking: boolean) => void
}

/** A client's stored templates, each with its delete button. */
export function KeptList({ client, kept, zone, onAsk }: KeptListProps) {
  const [asked, setAsked] = useState<Kept | null>(null)
  const ask = (next: Kept | null) => {
    setAsked(next)
    onAsk(next !== null)
  }
  const { submit, pending } = useSave({
    run: ({ kind, finger }: Kept, send) =>
      send('biometrics.drop', {
        params: { id_client: client.id },
        query: { kind, ...(finger !== null && { finger }) },
      }),
    done: (_, dropped) => `${templateName(dropped)}: se borró`,
    onSaved: () => ask(null),
  })
  return (
    <>
      <ul className={classes.kept}>
        {kept.map((each) => (
          <li key={`${each.kind} ${each.finger} ${each.taken_at}`}>
            <span>{templateName(each)}</span>
            <span className={classes.from}>{keptFrom(zone, each)}</span>
            <Button
              variant="subtle"
              color="red"
              px="xs"
              h={44}
              aria-label={`Borrar ${templateName(each)}`}
              onClick={() => ask(each)}
            >
              Borrar
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={`Borrar ${templateName(asked)}`}
          confirmLabel="Borrar"
          pendingLabel="Borrando"
          pending={pending}
          onConfirm={() => submit(asked)}
          onCancel={() => ask(null)}
        >
          Se borra ahora de lo guardado, y de los dispositivos: le quitan todo a {client.name} y reciben lo demás otra
          vez. Hasta entonces, un minuto o dos, no le abren.
        </ConfirmDialog>
      )}
    </>
  )
}
