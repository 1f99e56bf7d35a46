import { Badge, Button, Checkbox, Group, Text } from '@mantine/core'
import type { TerminalPerson } from '@torniquete/contract/door/device-people.ts'
import { Named } from '../../kit/Clamped.tsx'
import { actionsColumn, type Column } from '../../kit/table-column.ts'
import { showName } from './people-words.ts'
import classes from './terminals.module.css'

interface PeopleColumns {
  chosen: ReadonlySet<string>
  onChoose: (pin: string, chosen: boolean) => void
  onDecide: (person: TerminalPerson) => void
}

export function peopleColumns({ chosen, onChoose, onDecide }: PeopleColumns): Column<TerminalPerson>[] {
  return [
    {
      header: 'Elegir',
      folded: 'first',
      width: '4rem',
      cell: (person) =>
        !person.leaving && (
          <Checkbox
            className={classes.box}
            aria-label={`Elegir a ${showName(person)}`}
            checked={chosen.has(person.pin)}
            onChange={({ currentTarget }) => onChoose(person.pin, currentTarget.checked)}
          />
        ),
    },
    {
      header: 'Nombre',
      folded: 'first',
      cell: (person) => (
        <Group component="span" gap="0.15rem 0.5rem">
          <Named>{showName(person)}</Named>
          {person.number_of && (
            <Text span size="sm" c="dimmed">
              En el gimnasio el número es de {person.number_of}
            </Text>
          )}
          {person.privilege > 0 && (
            <Badge color="yellow" variant="light" tt="none">
              Administrador
            </Badge>
          )}
        </Group>
      ),
    },
    { header: 'Número', cell: ({ pin }) => pin },
    { header: 'Tarjeta', cell: ({ card }) => card || '—' },
    { header: 'Le abre', cell: ({ opens }) => (opens ? 'Entra' : 'No entra') },
    actionsColumn((person) =>
      person.leaving ? (
        <Text span size="sm" c="dimmed">
          Se está quitando
        </Text>
      ) : (
        <Button
          size="sm"
          variant="default"
          px="sm"
          aria-label={`Decidir sobre ${showName(person)}`}
          onClick={() => onDecide(person)}
        >
          Decidir
        </Button>
      ),
    ),
  ]
}
