import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog, NestedDialogBoundary } from '../kit/Dialog.tsx'

/** A field that another user changed to a value different from the one in this form. */
export interface ConflictField {
  name: string
  label: string
  mine: string
  theirs: string
  isMineTyped: boolean
}

interface ConflictDialogProps {
  fields: readonly ConflictField[]
  /** `theirs`: names of the fields that get the other user's value. */
  onResolve: (theirs: ReadonlySet<string>) => void
  onCancel: () => void
}

export function ConflictDialog({ fields, onResolve, onCancel }: ConflictDialogProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter(({ isMineTyped }) => !isMineTyped).map(({ name }) => name)),
  )
  const choose = (name: string, side: string) =>
    setTheirs((before) => new Set([...before, name].filter((each) => each !== name || side === 'theirs')))
  return (
    <NestedDialogBoundary>
      <Dialog onClose={onCancel} title="Otra persona modificó este registro" size="md">
        <Stack gap="md">
          <Text size="sm">
            Elige qué se guarda en cada campo que cambió mientras tanto. Lo demás se guarda como está.
          </Text>
          {fields.map(({ name, label, ...values }) => (
            <Radio.Group
              key={name}
              label={label}
              value={theirs.has(name) ? 'theirs' : 'mine'}
              onChange={(side) => choose(name, side)}
            >
              <Stack gap="xs" mt={6}>
                <Radio value="mine" label={`Lo mío: ${values.mine}`} />
                <Radio value="theirs" label={`Lo suyo: ${values.theirs}`} />
              </Stack>
            </Radio.Group>
          ))}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancel}>
              Seguir editando
            </Button>
            <Button data-autofocus onClick={() => onResolve(theirs)}>
              Guardar
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </NestedDialogBoundary>
  )
}
